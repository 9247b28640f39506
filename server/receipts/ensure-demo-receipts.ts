import { AppError } from '#/contract/errors.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { syncOrders } from '#/server/orders/sync-orders.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { createReceipt } from './create-receipt.ts'
import { demoPast, wasEverRequested } from './demo-store.ts'

/**
 * The demo's shop has a past: whoever opens it finds receipts that wait and receipts that are fiscal, not three weeks of
 * neglect. They are made as any other, once, before anybody has made one; the few newest parcels taken without a receipt
 * stay so, because that is what the alarm is for.
 */
export async function ensureDemoReceipts(app: App): Promise<void> {
  if (await wasEverRequested(app.db)) return
  await syncOrders(app)
  await trackParcels(app)
  for (const id of await demoPast(app.db, app.clock.now())) {
    await createReceipt(app, theSystem, id).catch(leaveRefused)
  }
}

/** Some orders of the demo cannot have a receipt, and show why. */
function leaveRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
