import type { z } from 'zod'
import type { Batch } from '#/contract/receipts.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { listQueuedOfBatch } from './batch-store.ts'
import { moveLocked, type MovingApp } from '../machine/move-receipt.ts'
import { showBatch } from './show-batch.ts'
import { lockReceipt } from '../machine/store.ts'

/** As many as a bulk makes at a time: the sender continues meanwhile, so the sooner the better. */
const atATime = 4

/**
 * Cancels what was not sent yet; a receipt with a permit is sent, and can be cancelled singly. Each receipt is a
 * transaction of its own: one around all would hold hundreds of orders against every request that changes several at
 * once. Interrupted, the next call continues with the rest.
 */
export async function stopBatch(app: MovingApp, actor: Actor, id: string): Promise<z.infer<typeof Batch>> {
  await showBatch(app, id)
  const waiting = (await listQueuedOfBatch(app.db, id)).values()
  const work = async () => {
    for (const receiptId of waiting) await cancelQueued(app, actor, receiptId)
  }
  const ends = await Promise.allSettled(Array.from({ length: atATime }, work))
  // No cancellation may still be running when the caller gets the failure.
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return showBatch(app, id)
}

const cancelQueued = (app: MovingApp, actor: Actor, id: string): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    const receipt = await lockReceipt(tx, id)
    if (receipt?.state === 'queued') await moveLocked(app, tx, receipt, { event: { type: 'cancel_asked' }, actor })
  })
