import type { PayoutAnswers, PayoutQuestion } from '#/contract/payouts.ts'
import { payeeKey } from '#/server/cash-registers/payees/payee-rules.ts'
import type { PayeeRow } from '#/server/cash-registers/payees/store.ts'
import type { Transfer } from '../payouts/store.ts'
import type { ReadPayout } from '../reading/read-payout.ts'

/** Whose money it is. `new`: a payee that is not here yet, when there is no other or a person said so. null: a person must say. */
export type PayeeChoice = { kind: 'known'; payee: PayeeRow } | { kind: 'new'; name: string } | null

/**
 * Known by the account of earlier lists and by the name, and never where the two disagree or several would do: money under a wrong
 * payee is an alarm at every receipt. A payee that is not known is new when there is no other yet; otherwise it may be one of them in
 * another spelling, and a person says. `new` for a name that is here means the payee that is here.
 */
export function choosePayee(
  { account, payee_name }: Pick<ReadPayout, 'account' | 'payee_name'>,
  payees: readonly PayeeRow[],
  chosen: PayoutAnswers['payee_id'],
): PayeeChoice {
  if (chosen !== undefined && chosen !== 'new') return toKnown(payees.filter(({ id }) => id === chosen))
  const byAccount = payees.filter(({ accounts }) => account !== null && accounts.includes(account))
  const byName = payees.filter(({ name }) => payee_name !== null && payeeKey(name) === payeeKey(payee_name))
  const byBoth = byAccount.filter((payee) => byName.includes(payee))
  if (byBoth.length > 0) return toKnown(byBoth)
  if (chosen === 'new' ? byName.length > 0 : byName.length > 0 && byAccount.length === 0) return toKnown(byName)
  if (chosen !== 'new' && byName.length === 0 && byAccount.length > 0) return toKnown(byAccount)
  const isNew = chosen === 'new' || payees.length === 0
  return isNew && payee_name !== null ? { kind: 'new', name: payee_name } : null
}

const toKnown = ([payee, ...others]: readonly PayeeRow[]): PayeeChoice =>
  payee === undefined || others.length > 0 ? null : { kind: 'known', payee }

export interface Undecided {
  payee: PayeeChoice
  number: string | null
  day: string | null
  has_totals: boolean
  /** It has the number of a payout list that is here with other content. */
  is_correction: boolean
}

/** What a person must still say, in the order in which it is asked. */
export function questionsFor(file: Undecided, answers: PayoutAnswers, corrected: string | null): PayoutQuestion[] {
  const asked: Record<PayoutQuestion, boolean> = {
    payee: file.payee === null,
    number: file.number === null,
    day: file.day === null,
    totals: !file.has_totals && answers.totals_confirmed === undefined,
    replace: file.is_correction && answers.replaces !== corrected,
  }
  return (['payee', 'number', 'day', 'totals', 'replace'] as const).filter((question) => asked[question])
}

const contentOf = (line: Transfer): string =>
  JSON.stringify([
    line.ttn,
    line.day,
    line.accepted,
    line.commission,
    line.transferred,
    line.operation_id,
    line.order_ref,
  ])

/** The same transfers in the same order: which file they came in, and in which form, does not matter. */
export const haveSameLines = (one: readonly Transfer[], other: readonly Transfer[]): boolean =>
  one.length === other.length &&
  one.every((line, index) => {
    const beside = other[index]
    return beside !== undefined && contentOf(line) === contentOf(beside)
  })

/** A transfer is known by its TTN and operation; what is left of it may have changed. */
export const transferKey = ({ ttn, operation_id }: Pick<Transfer, 'ttn' | 'operation_id'>): string =>
  JSON.stringify([ttn, operation_id])

/** What a correction does to the lines: those that are equal are left aside first, the others are compared by their transfer. */
export function compareLines(
  before: readonly Transfer[],
  after: readonly Transfer[],
): { added: number; removed: number; changed: number } {
  const [gone, come] = [without(before, after), without(after, before)]
  const left = Map.groupBy(gone, transferKey)
  const changed = [...Map.groupBy(come, transferKey)].reduce(
    (count, [key, lines]) => count + Math.min(lines.length, left.get(key)?.length ?? 0),
    0,
  )
  return { added: come.length - changed, removed: gone.length - changed, changed }
}

/** Each line of the others takes away one that is equal. */
function without(lines: readonly Transfer[], others: readonly Transfer[]): Transfer[] {
  const counts = new Map<string, number>()
  for (const line of others) counts.set(contentOf(line), (counts.get(contentOf(line)) ?? 0) + 1)
  return lines.filter((line) => {
    const count = counts.get(contentOf(line)) ?? 0
    counts.set(contentOf(line), count - 1)
    return count <= 0
  })
}
