import { AppError } from '#/contract/errors.ts'
import type { ParcelPayment } from '#/contract/parcel-payments.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { judgeChanged } from '../judging/judge-changed.ts'
import { lockMoney } from '../judging/lock.ts'
import { findPayment, reopenPayment, settlePayment } from './store.ts'
import { todayIn } from './today.ts'

type SettleApp = Pick<App, 'db' | 'clock' | 'audit' | 'config'>

/** A person says why nothing is to be done about a payment. The facts stay; when its judgement changes, it is open again. */
export async function settleParcel(
  app: SettleApp,
  actor: Actor,
  orderId: string,
  reason: string,
): Promise<ParcelPayment> {
  return decide(app, orderId, async (tx, payment) => {
    const decided = { reason, at: app.clock.now().toISOString(), by: actor.user }
    if (!(await settlePayment(tx, orderId, todayIn(app), decided))) throw new AppError('money.parcel_not_open')
    await recordAudit(app, tx, actor, {
      action: 'money.parcel_settled',
      subject: { type: 'order', id: orderId },
      details: { ...audited(payment), reason },
    })
  })
}

/** Takes the decision back. */
export async function reopenParcel(app: SettleApp, actor: Actor, orderId: string): Promise<ParcelPayment> {
  return decide(app, orderId, async (tx, payment) => {
    if (!(await reopenPayment(tx, orderId, todayIn(app)))) throw new AppError('money.parcel_not_settled')
    await recordAudit(app, tx, actor, {
      action: 'money.parcel_reopened',
      subject: { type: 'order', id: orderId },
      details: audited(payment),
    })
  })
}

async function decide(
  app: SettleApp,
  orderId: string,
  change: (tx: Tx, payment: ParcelPayment) => Promise<void>,
): Promise<ParcelPayment> {
  await judgeChanged(app)
  return inTransaction(app.db, async (tx) => {
    await lockMoney(tx)
    await change(tx, await requirePayment(app, tx, orderId))
    await announce(tx, 'money', null)
    return requirePayment(app, tx, orderId)
  })
}

async function requirePayment(app: SettleApp, tx: Tx, orderId: string): Promise<ParcelPayment> {
  const payment = await findPayment(tx, orderId, todayIn(app))
  if (payment === undefined) throw new AppError('money.parcel_not_found')
  return payment
}

const audited = ({ ttn, amount, state }: ParcelPayment) => ({ ttn, amount, state })
