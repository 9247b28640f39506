import { AppError } from '#/contract/errors.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { ifNoSyncRuns } from '#/server/orders/syncing/sync-store.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { ifLockFree } from '#/server/platform/database/locks.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { createReceipt } from './creating/create-receipt.ts'
import { demoPast, wasEverRequested } from './demo-store.ts'
import { pollReceiptsJob } from './machine/jobs.ts'

/**
 * The demo's shop has a past: it opens with receipts that wait and receipts that are fiscal, not with three weeks of
 * neglect. They are made as any other, once, before a person has made one; the few newest parcels taken without a receipt
 * stay so, because that is what the alarm is for. Of two processes that start at once one makes them, the other goes on.
 */
export async function ensureDemoReceipts(app: App): Promise<void> {
  await ifLockFree(app.db, 'demo_receipts', async () => {
    if (await wasEverRequested(app.db)) return
    await ifNoSyncRuns(app.db, () => syncOrders(app))
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

/** Some orders of the demo cannot have a receipt, and show why. */
function leaveRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
