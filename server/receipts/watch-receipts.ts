import type { ReceiptProblem } from '#/contract/receipts.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { endRests } from './machine/end-rests.ts'
import { followUp } from './machine/follow-up.ts'
import { moveLocked, moveReceipt, type MovingApp } from './machine/move-receipt.ts'
import { otherCredentialsProblem, silentProblem } from './machine/problem-words.ts'
import { lockReceipt, type ReceiptRow } from './machine/store.ts'
import { listDueWork, listExpired, listSilent, listToRecheck, lockExpired } from './machine/due-store.ts'

/**
 * Nothing may be forgotten, whoever died: what nobody works on any more is in doubt, what is in doubt for too long is shown
 * to a person, what a person was shown is looked at now and then, and what is due gets its job.
 */
export async function watchReceipts(app: MovingApp): Promise<void> {
  const now = app.clock.now()
  await forEach(app, await listExpired(app.db), (id) =>
    inTransaction(app.db, async (tx) => {
      const row = await lockExpired(tx, id)
      return row && moveLocked(app, tx, row, { type: 'lease_expired' })
    }),
  )
  const silentSince = new Date(now.getTime() - app.config.receipt_times.attention_ms)
  await forEach(app, await listSilent(app.db, silentSince, now), (id) =>
    inTransaction(app.db, async (tx) => {
      const row = await lockReceipt(tx, id)
      return row && moveLocked(app, tx, row, { type: 'silent_too_long', problem: whySilent(row) })
    }),
  )
  await forEach(app, await listToRecheck(app.db, now), (id) => moveReceipt(app, id, { type: 'recheck_asked' }))
  await endRests(app)
  const due = await listDueWork(app.db, app.clock.now())
  if (due.length === 0) return
  await inTransaction(app.db, async (tx) => {
    for (const { cash_register_id, step } of due) await followUp(app, tx, { cash_register_id }, step)
  })
}

/** Where it is known why nothing can be learnt, a person reads that. */
const whySilent = ({ problem }: ReceiptRow): ReceiptProblem =>
  problem?.code === otherCredentialsProblem.code ? problem : silentProblem

/** One that cannot be moved must not keep all the others where they are. */
async function forEach(
  { log }: Pick<MovingApp, 'log'>,
  ids: readonly string[],
  move: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids)
    await move(id).catch((error: unknown) => log.error({ err: error, receipt_id: id }, 'a receipt was not moved on'))
}
