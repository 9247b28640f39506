import { AppError } from '#/contract/errors.ts'
import type { Payout } from '#/contract/payouts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import { forgetUnused } from '#/server/cash-registers/payees/store.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { judge, judgeEveryPayment } from '../judging/judge.ts'
import { isWithoutPayouts, lockMoney } from '../judging/lock.ts'
import { findPayout } from '../payouts/store.ts'
import { removePayout } from '../payouts/withdrawn-store.ts'

/** From now on no figure counts it, as if it had never been imported. Its lines are kept apart; the audit log says who did it. */
export async function withdrawPayout(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await lockMoney(tx)
    const payout = await findPayout(tx, id)
    if (payout === undefined) throw new AppError('money.register_not_found')
    const marked = { at: app.clock.now().toISOString(), by: actor.user, is_corrected: false, reason }
    const transfers = await removePayout(tx, id, marked)
    await judge(tx, { order_ids: transfers.flatMap(({ order_id }) => order_id ?? []), transfers })
    if (await isWithoutPayouts(tx)) await judgeEveryPayment(tx)
    await forgetUnused(tx, payout.payee.id)
    await recordAudit(app, tx, actor, {
      action: 'money.register_withdrawn',
      subject: { type: 'money', id },
      details: { ...auditedPayout(payout), reason },
    })
    await announce(tx, 'money', id)
  })
}

/** What the audit log keeps of a payout list, also after it was withdrawn. */
export function auditedPayout({ payee, number, day, lines, accepted, commission, transferred }: Payout) {
  return { payee_id: payee.id, payee: payee.name, number, day, lines, accepted, commission, transferred }
}
