import { AppError } from '#/contract/errors.ts'
import type { PayoutLine } from '#/contract/payouts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { judgeChanged } from '../judging/judge-changed.ts'
import { lockMoney } from '../judging/lock.ts'
import { findLine, reopen, settle } from '../payouts/line-store.ts'

type SettleApp = Pick<App, 'db' | 'clock' | 'audit'>

/** A person says why nothing is to be done about a line. The facts stay; when its judgement changes, the line is open again. */
export async function settleLine(app: SettleApp, actor: Actor, id: string, reason: string): Promise<PayoutLine> {
  return decide(app, id, async (tx, line) => {
    const isSettled = await settle(tx, id, { reason, at: app.clock.now().toISOString(), by: actor.user })
    if (!isSettled) throw new AppError('money.line_not_open')
    await recordAudit(app, tx, actor, {
      action: 'money.line_settled',
      subject: { type: 'money', id },
      details: { ...audited(line), reason },
    })
  })
}

/** Takes the decision back. */
export async function reopenLine(app: SettleApp, actor: Actor, id: string): Promise<PayoutLine> {
  return decide(app, id, async (tx, line) => {
    if (!(await reopen(tx, id))) throw new AppError('money.line_not_settled')
    await recordAudit(app, tx, actor, {
      action: 'money.line_reopened',
      subject: { type: 'money', id },
      details: audited(line),
    })
  })
}

async function decide(
  app: SettleApp,
  id: string,
  change: (tx: Tx, line: PayoutLine) => Promise<void>,
): Promise<PayoutLine> {
  await judgeChanged(app)
  return inTransaction(app.db, async (tx) => {
    await lockMoney(tx)
    const line = await requireLine(tx, id)
    await change(tx, line)
    await announce(tx, 'money', line.register.id)
    return requireLine(tx, id)
  })
}

async function requireLine(tx: Tx, id: string): Promise<PayoutLine> {
  const line = await findLine(tx, id)
  if (line === undefined) throw new AppError('money.line_not_found')
  return line
}

const audited = ({ register, ttn, accepted, state }: PayoutLine) => ({ register_id: register.id, ttn, accepted, state })
