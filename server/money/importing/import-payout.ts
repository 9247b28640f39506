import { createHash } from 'node:crypto'
import { AppError, type ErrorCode } from '#/contract/errors.ts'
import type { Payout, PayoutAnswers, PayoutQuestion } from '#/contract/payouts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import { addPayee } from '#/server/cash-registers/payees/store.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import { judge, judgeEveryPayment } from '../judging/judge.ts'
import { lockMoney } from '../judging/lock.ts'
import { findPayout, insertPayout, type Settlement, type Transfer } from '../payouts/store.ts'
import { removePayout } from '../payouts/withdrawn-store.ts'
import type { ReadPayout } from '../reading/read-payout.ts'
import { planImport, type Plan } from './plan-import.ts'
import { judgedInTurn, readPayoutList, type PayoutFile } from './read-payout-list.ts'
import { transferKey } from './rules.ts'
import { holdOrders } from './store.ts'
import { auditedPayout } from './withdraw-payout.ts'

export type ImportApp = Pick<App, 'db' | 'clock' | 'audit'>

/** Takes a payout list whole or not at all. One that is here already, whatever its file, changes nothing. */
export async function importPayout(
  app: ImportApp,
  actor: Actor,
  file: PayoutFile,
  answers: PayoutAnswers,
): Promise<{ is_new: boolean; payout: Payout }> {
  const read = await readPayoutList(app, file)
  return judgedInTurn(app.clock, () => takeRead(app, actor, { file, read, answers }))
}

function takeRead(
  app: ImportApp,
  actor: Actor,
  { file, read, answers }: { file: PayoutFile; read: ReadPayout; answers: PayoutAnswers },
): Promise<{ is_new: boolean; payout: Payout }> {
  return inTransaction(app.db, async (tx) => {
    await lockMoney(tx)
    const plan = await planImport(tx, read, answers)
    const [asked] = plan.asks
    if (asked !== undefined) throw refusalFor(asked, plan)
    if (plan.existing !== null && plan.outcome === 'same') return { is_new: false, payout: plan.existing }
    if (plan.is_first) await holdOrders(tx)
    const payout = await takePayout(app, tx, actor, { file, read, plan })
    await audit(app, tx, actor, { file, plan, payout })
    await announce(tx, 'money', payout.id)
    return { is_new: true, payout }
  })
}

const refusals: Record<PayoutQuestion, ErrorCode> = {
  payee: 'money.payee_needed',
  number: 'money.number_needed',
  day: 'money.day_needed',
  totals: 'money.totals_unconfirmed',
  replace: 'money.register_differs',
}

const refusalFor = (question: PayoutQuestion, { payee_name, existing }: Plan): AppError =>
  new AppError(refusals[question], {
    name: payee_name ?? 'без назви',
    ...(existing && { number: existing.number, day: existing.day }),
  })

/** Writes it, in place of the one it corrects, and judges its lines and all that share a parcel with it. */
export async function takePayout(
  app: ImportApp,
  tx: Tx,
  actor: Actor,
  { file, read, plan }: { file: PayoutFile; read: ReadPayout; plan: Plan },
): Promise<Payout> {
  const payee_id = await payeeOf(tx, plan)
  const marked = { at: app.clock.now().toISOString(), by: actor.user, is_corrected: true, reason: null }
  const before = plan.existing === null ? [] : await removePayout(tx, plan.existing.id, marked)
  const payout = {
    id: plan.existing?.id ?? newId(),
    payee_id,
    number: plan.number,
    day: plan.day,
    account: read.account,
    ...plan.sums,
    form: read.form,
    file_name: shownName(file.name),
    file_hash: hashOf(file),
    imported_at: app.clock.now().toISOString(),
    imported_by: actor.user?.id ?? null,
    imported_by_login: actor.user?.login ?? null,
  }
  await insertPayout(tx, payout, withSettlements(read.lines, before))
  await judge(tx, {
    order_ids: before.flatMap(({ order_id }) => order_id ?? []),
    transfers: [...before, ...read.lines],
  })
  if (plan.is_first) await judgeEveryPayment(tx)
  const written = await findPayout(tx, payout.id)
  if (written === undefined) throw new Error('a payout list was written and is not there')
  return written
}

const hashOf = ({ bytes }: PayoutFile): string => createHash('sha256').update(bytes).digest('hex')

async function payeeOf(tx: Tx, { payee, payee_name }: Plan): Promise<string> {
  if (payee?.kind === 'known') return payee.payee.id
  return addPayee(tx, { name: payee?.name ?? payee_name ?? 'Без назви', tax_number: null })
}

/** What a person decided of a transfer stays with it; it holds for as long as the judgement is the same. */
function withSettlements(
  lines: readonly Transfer[],
  before: readonly (Transfer & Settlement)[],
): (Transfer & Partial<Settlement>)[] {
  const decided = Map.groupBy(
    before.filter(({ settled_as }) => settled_as !== null),
    transferKey,
  )
  return lines.map((line) => ({ ...decided.get(transferKey(line))?.shift(), ...line }))
}

/** The last part of a path, without what would not print. */
export const shownName = (name: string): string =>
  (name.slice(-1000).split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').slice(0, 200) || 'без назви'

async function audit(
  app: ImportApp,
  tx: Tx,
  actor: Actor,
  { file, plan, payout }: { file: PayoutFile; plan: Plan; payout: Payout },
): Promise<void> {
  const details = { ...auditedPayout(payout), file_hash: hashOf(file) }
  const subject = { type: 'money', id: payout.id } as const
  if (plan.existing === null)
    return recordAudit(app, tx, actor, { action: 'money.register_imported', subject, details })
  const { lines, accepted, commission, transferred } = plan.existing
  const before = { lines, accepted, commission, transferred }
  return recordAudit(app, tx, actor, { action: 'money.register_corrected', subject, details: { ...details, before } })
}
