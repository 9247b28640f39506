import type { z } from 'zod'
import type { Batch } from '#/contract/receipts.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { listQueuedOfBatch } from './batch-store.ts'
import { moveLocked, type MovingApp } from '../machine/move-receipt.ts'
import { showBatch } from './show-batch.ts'
import { lockReceipt } from '../machine/store.ts'

/** As many as a bulk makes at a time: meanwhile the sender goes on, so the sooner the better. */
const atATime = 4

/**
 * Ends what was not sent yet; what a permit was given for meanwhile goes its way, and whoever wants it gone cancels it
 * singly. Each receipt is a transaction of its own: one around all would hold hundreds of orders against everybody who
 * changes several at once. Stopped half-way or asked again, it goes on with what is left.
 */
export async function stopBatch(app: MovingApp, actor: Actor, id: string): Promise<z.infer<typeof Batch>> {
  await showBatch(app, id)
  const waiting = (await listQueuedOfBatch(app.db, id)).values()
  const work = async () => {
    for (const receiptId of waiting) await cancelQueued(app, actor, receiptId)
  }
  const ends = await Promise.allSettled(Array.from({ length: atATime }, work))
  // Nothing goes on behind the back of whoever hears of a failure.
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return showBatch(app, id)
}

const cancelQueued = (app: MovingApp, actor: Actor, id: string): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    const receipt = await lockReceipt(tx, id)
    if (receipt?.state === 'queued') await moveLocked(app, tx, receipt, { type: 'cancel_asked' }, {}, actor)
  })
