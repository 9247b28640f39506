import { inTransaction } from '#/server/platform/database/retried.ts'
import { moveLocked, type MovingApp } from './move-receipt.ts'
import { prepaymentFailed } from './problem-words.ts'
import { lockReceipt } from './store.ts'
import { listWithoutPrepayment } from './due-store.ts'
import { noteProblem } from './note-store.ts'

/** Cancels rests without a living prepayment: they would wait for ever, and nothing of them was sent. */
export async function cancelRests(app: MovingApp): Promise<void> {
  for (const id of await listWithoutPrepayment(app.db)) {
    await inTransaction(app.db, async (tx) => {
      const row = await lockReceipt(tx, id)
      if (row?.state !== 'queued') return
      await noteProblem(tx, row, prepaymentFailed)
      await moveLocked(app, tx, { ...row, problem: prepaymentFailed }, { event: { type: 'cancel_asked' } })
    })
  }
}
