import { AppError } from '#/contract/errors.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { ifNobodySyncs } from '#/server/orders/syncing/sync-store.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { ifNobodyElse } from '#/server/platform/database/only-one.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { createReceipt } from './creating/create-receipt.ts'
import { demoPast, wasEverRequested } from './demo-store.ts'
import { pollReceiptsJob } from './machine/jobs.ts'

/**
 * Gives the demo shop a past: receipts that wait and receipts that are fiscal, not three weeks of neglect. They are
 * made as any other, once, while there are none; the few newest parcels received without a receipt stay so, because
 * that is what the alarm is for.
 */
export async function ensureDemoReceipts(app: App): Promise<void> {
  await ifNobodyElse(app.db, demoLock, async () => {
    if (await wasEverRequested(app.db)) return
    await ifNobodySyncs(app.db, () => syncOrders(app))
    await trackParcels(app)
    for (const id of await demoPast(app.db, app.clock.now())) {
      await createReceipt(app, theSystem, id).catch(leaveRefused)
    }
    await lookUpSoon(app)
  })
}

/** Many of these parcels were paid long ago: without this there would be alarms about receipts that were only just sent. */
async function lookUpSoon({ db, jobs }: App): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const start_after_seconds of [8, 16, 30])
      await jobs.enqueue(tx, pollReceiptsJob, {}, { key: `demo ${start_after_seconds}`, start_after_seconds })
  })
}

/** Of two processes that start at once one makes the past, and the other continues without it. */
const demoLock = 7_586_935

/** Some orders of the demo cannot have a receipt; their row shows why. */
function leaveRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
