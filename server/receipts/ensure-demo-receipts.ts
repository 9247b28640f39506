import { AppError } from '#/contract/errors.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { ifNobodySyncs } from '#/server/orders/sync-store.ts'
import { syncOrders } from '#/server/orders/sync-orders.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { ifNobodyElse } from '#/server/platform/database/only-one.ts'
import { createReceipt } from './creating/create-receipt.ts'
import { demoPast, wasEverRequested } from './demo-store.ts'

/**
 * The demo's shop has a past: whoever opens it finds receipts that wait and receipts that are fiscal, not three weeks of
 * neglect. They are made as any other, once, before anybody has made one; the few newest parcels taken without a receipt
 * stay so, because that is what the alarm is for.
 */
export async function ensureDemoReceipts(app: App): Promise<void> {
  await ifNobodyElse(app.db, demoLock, async () => {
    if (await wasEverRequested(app.db)) return
    await ifNobodySyncs(app.db, () => syncOrders(app))
    await trackParcels(app)
    for (const id of await demoPast(app.db, app.clock.now())) {
      await createReceipt(app, theSystem, id).catch(leaveRefused)
    }
  })
}

/** Two processes that start at once: one makes the past, the other goes on without it. */
const demoLock = 7_586_935

/** Some orders of the demo cannot have a receipt, and show why. */
function leaveRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
