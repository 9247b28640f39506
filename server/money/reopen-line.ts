import { AppError } from '#/contract/errors.ts'
import type { PayoutLine } from '#/contract/payouts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { reopen } from './line-store.ts'
import { judgeChanged } from './judge-changed.ts'
import { auditedLine, requireLine } from './settle-line.ts'
import { lockMoney } from './store.ts'

/** Takes back what somebody decided of a line: it is as if nobody had. */
export async function reopenLine(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  actor: Actor,
  id: string,
): Promise<PayoutLine> {
  await judgeChanged(app)
  return inTransaction(app.db, async (tx) => {
    await lockMoney(tx)
    const line = await requireLine(tx, id)
    if (!(await reopen(tx, id))) throw new AppError('money.line_not_settled')
    await recordAudit(app, tx, actor, {
      action: 'money.line_reopened',
      subject: { type: 'money', id },
      details: auditedLine(line),
    })
    await announce(tx, 'money', line.register.id)
    return requireLine(tx, id)
  })
}
