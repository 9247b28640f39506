import { AppError } from '#/contract/errors.ts'
import type { PayoutLine } from '#/contract/payouts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { findLine, settle } from './line-store.ts'
import { judgeChanged } from './judge-changed.ts'
import { lockMoney } from './store.ts'

type SettleApp = Pick<App, 'db' | 'clock' | 'audit'>

/** A person has looked into it and says why nothing is to be done. The facts stay; another judgement is open again. */
export async function settleLine(app: SettleApp, actor: Actor, id: string, reason: string): Promise<PayoutLine> {
  await judgeChanged(app)
  return inTransaction(app.db, async (tx) => {
    await lockMoney(tx)
    const line = await requireLine(tx, id)
    const isSettled = await settle(tx, id, { reason, at: app.clock.now().toISOString(), by: actor.user })
    if (!isSettled) throw new AppError('money.line_not_open')
    await recordAudit(app, tx, actor, {
      action: 'money.line_settled',
      subject: { type: 'money', id },
      details: { ...auditedLine(line), reason },
    })
    await announce(tx, 'money', line.register.id)
    return requireLine(tx, id)
  })
}

export async function requireLine(tx: Tx, id: string): Promise<PayoutLine> {
  const line = await findLine(tx, id)
  if (line === undefined) throw new AppError('money.line_not_found')
  return line
}

export const auditedLine = ({ register, ttn, accepted, state }: PayoutLine) => ({
  register_id: register.id,
  ttn,
  accepted,
  state,
})
