import type { z } from 'zod'
import type { Batch } from '#/contract/receipts.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { sideBySide } from '#/server/platform/side-by-side.ts'
import { listQueuedOfBatch } from './batch-store.ts'
import { atATime } from './bulk-create.ts'
import { moveLocked, type MovingApp } from '../machine/move-receipt.ts'
import { showBatch } from './show-batch.ts'
import { lockReceipt } from '../machine/store.ts'

/**
 * Cancels what was not sent yet; a receipt with a permit is sent, and can be cancelled singly. Each receipt is a
 * transaction of its own: one around all would hold hundreds of orders against every request that changes several at
 * once. Interrupted, the next call continues with the rest.
 */
export async function stopBatch(app: MovingApp, actor: Actor, id: string): Promise<z.infer<typeof Batch>> {
  await showBatch(app, id)
  // The sender continues meanwhile, so the sooner the better.
  await sideBySide(await listQueuedOfBatch(app.db, id), atATime, (receiptId) => cancelQueued(app, actor, receiptId))
  return showBatch(app, id)
}

const cancelQueued = (app: MovingApp, actor: Actor, id: string): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    const receipt = await lockReceipt(tx, id)
    if (receipt?.state === 'queued') await moveLocked(app, tx, receipt, { event: { type: 'cancel_asked' }, actor })
  })
