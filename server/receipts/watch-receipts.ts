import type { ReceiptProblem } from '#/contract/receipts.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { compareClocks } from './clocks/compare-clocks.ts'
import { cancelRests } from './machine/cancel-rests.ts'
import { followUp } from './machine/follow-up.ts'
import { moveLocked, moveReceipt, type MovingApp } from './machine/move-receipt.ts'
import { otherCredentialsProblem, silentProblem } from './machine/problem-words.ts'
import { receiptNow } from './machine/receipt-time.ts'
import { lockReceipt, type ReceiptRow } from './machine/store.ts'
import { listDueWork, listExpired, listSilent, listToRecheck, lockExpired } from './machine/due-store.ts'

/**
 * Forgets nothing when a process dies: a receipt without a live worker becomes in doubt, one in doubt for too long is
 * shown to a person, one shown to a person is looked up now and then, and due work gets its job.
 */
export async function watchReceipts(app: MovingApp): Promise<void> {
  const now = receiptNow(app)
  await forEach(app, await listExpired(app.db), (id) =>
    inTransaction(app.db, async (tx) => {
      const row = await lockExpired(tx, id)
      return row && moveLocked(app, tx, row, { event: { type: 'lease_expired' } })
    }),
  )
  const silentSince = new Date(now.getTime() - app.config.receipt_times.attention_ms)
  await forEach(app, await listSilent(app.db, silentSince, now), (id) =>
    inTransaction(app.db, async (tx) => {
      const row = await lockReceipt(tx, id)
      return row && moveLocked(app, tx, row, { event: { type: 'silent_too_long', problem: whySilent(row) } })
    }),
  )
  await forEach(app, await listToRecheck(app.db, now), (id) =>
    moveReceipt(app, id, { event: { type: 'recheck_asked' } }),
  )
  await cancelRests(app)
  await compareClocks(app)
  const due = await listDueWork(app.db, receiptNow(app))
  if (due.length === 0) return
  await inTransaction(app.db, async (tx) => {
    for (const { cash_register_id, step } of due) await followUp(app, tx, { cash_register_id }, step)
  })
}

/** Where the reason for the silence is known, the receipt says it. */
const whySilent = ({ problem }: ReceiptRow): ReceiptProblem =>
  problem?.code === otherCredentialsProblem.code ? problem : silentProblem

/** A receipt that cannot be moved must not stop the others. */
async function forEach(
  { log }: Pick<MovingApp, 'log'>,
  ids: readonly string[],
  move: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids)
    await move(id).catch((error: unknown) => log.error({ err: error, receipt_id: id }, 'a receipt was not moved on'))
}
