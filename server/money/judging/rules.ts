import type { LineState, NoReceiptReason } from '#/contract/payouts.ts'
import type { LineVerdict } from '../payouts/store.ts'
import { doubtfulStates, receiptCan, type ReceiptState } from '#/contract/receipt-states.ts'

/** One transfer of a payout list, with what places it among the others. */
export interface LineFacts {
  id: string
  ttn: string
  accepted: number
  operation_id: string | null
  position: number
  payout: { id: string; day: string; number: string; payee_id: string }
}

export interface RegisterFacts {
  id: string
  /** null: it is not known whose money this cash register takes. */
  payee_id: string | null
}

export interface ReceiptFacts {
  id: string
  state: ReceiptState
  amount: number
  is_returned: boolean
  created_at: string
  register: RegisterFacts
}

/** An order that may be the one a TTN belongs to. */
export interface Candidate {
  id: string
  /** The TTN is the order’s own. Otherwise its parcel was sent on under this TTN. */
  is_named: boolean
  /** Neither hidden nor cancelled in the CRM. */
  is_live: boolean
  is_not_needed: boolean
  receipts: readonly ReceiptFacts[]
}

/**
 * What every line of these TTNs means; `lineStates` says what each state is. `lines` holds all lines of the TTNs, and all others that
 * share an operation with one of them: those are not judged.
 */
export function judgeLines(
  lines: readonly LineFacts[],
  candidates: ReadonlyMap<string, readonly Candidate[]>,
): Map<string, LineVerdict> {
  const repeated = findRepeated(lines)
  const paid = new Map<string, number>()
  for (const { id, ttn, accepted } of lines) paid.set(ttn, (paid.get(ttn) ?? 0) + (repeated.has(id) ? 0 : accepted))
  return new Map(
    lines.flatMap((line): [string, LineVerdict][] => {
      const ofTtn = candidates.get(line.ttn)
      if (ofTtn === undefined) return []
      return [[line.id, judgeLine(line, ofTtn, { is_repeated: repeated.has(line.id), paid: paid.get(line.ttn) ?? 0 })]]
    }),
  )
}

function judgeLine(
  { accepted, payout }: LineFacts,
  candidates: readonly Candidate[],
  { is_repeated, paid }: { is_repeated: boolean; paid: number },
): LineVerdict {
  const order = chooseOrder(candidates)
  const receipt = order && chooseReceipt(order.receipts)
  const isFiscal = receipt?.state === 'fiscalized'
  const difference = isFiscal ? paid - receipt.amount : null
  const stateOf = (): LineState => {
    if (is_repeated) return 'duplicate'
    if (accepted < 0 || (isFiscal && receipt.is_returned)) return 'returned'
    if (order === null) return 'unknown_ttn'
    if (receipt !== null && isElsewhere(receipt, [payout.payee_id])) return 'other_payee'
    if (!isFiscal) return 'no_receipt'
    return difference === 0 ? 'matched' : 'sum_differs'
  }
  const state = stateOf()
  return {
    state,
    why: order !== null && state === 'no_receipt' ? whyNoReceipt(receipt, order) : null,
    order_id: order?.id ?? null,
    is_ambiguous: order === null && candidates.length > 0,
    receipt_id: receipt?.id ?? null,
    difference,
  }
}

/** A parcel the buyer paid for, and what payout lists say of its money. */
export interface PaymentFacts {
  order_id: string
  ttn: string
  paid_on: string
  amount: number
  is_not_needed: boolean
  receipts: readonly ReceiptFacts[]
  /** The cash register the parcel was sent from. */
  register: RegisterFacts | null
  /** Of all transfers of the order that repeat no other. */
  accepted: number
  lines: number
  payee_ids: readonly string[]
}

export interface PaymentVerdict extends Omit<PaymentFacts, 'is_not_needed' | 'receipts' | 'register' | 'payee_ids'> {
  cash_register_id: string | null
  payee_id: string | null
  receipt_id: string | null
  receipt_amount: number | null
  state: 'returned' | 'other_payee' | 'no_receipt' | 'sum_differs' | 'settled' | 'awaiting'
  why: NoReceiptReason | null
}

/** What became of the money for a paid parcel. Whether money that is awaited is late depends on the day it is read. */
export function judgePayment(facts: PaymentFacts): PaymentVerdict {
  const { order_id, ttn, paid_on, amount, accepted, lines } = facts
  const receipt = chooseReceipt(facts.receipts)
  const register = receipt !== null && isAlive(receipt) ? receipt.register : facts.register
  const stateOf = (): PaymentVerdict['state'] => {
    const isFiscal = receipt?.state === 'fiscalized'
    if (isFiscal && receipt.is_returned) return 'returned'
    if (receipt !== null && isElsewhere(receipt, facts.payee_ids)) return 'other_payee'
    if (!isFiscal) return 'no_receipt'
    if (lines === 0) return 'awaiting'
    return accepted === receipt.amount ? 'settled' : 'sum_differs'
  }
  const state = stateOf()
  return {
    order_id,
    ttn,
    paid_on,
    amount,
    cash_register_id: register?.id ?? null,
    payee_id: register?.payee_id ?? null,
    receipt_id: receipt?.id ?? null,
    receipt_amount: receipt?.amount ?? null,
    accepted,
    lines,
    state,
    why: state === 'no_receipt' ? whyNoReceipt(receipt, facts) : null,
  }
}

/**
 * A line repeats an earlier one with the same operation. Where one of the two names no operation, the same sum for the same TTN in
 * another list is the same transfer. Which line is the earlier one does not depend on which was imported first.
 */
export function findRepeated(lines: readonly LineFacts[]): Set<string> {
  const repeated = new Set<string>()
  const operations = new Set<string | null>()
  const firstOfSum = new Map<string, LineFacts>()
  const firstWithoutOperation = new Map<string, LineFacts>()
  for (const line of lines.toSorted(byPlace)) {
    const sum = JSON.stringify([line.ttn, line.accepted])
    const beside = (line.operation_id === null ? firstOfSum : firstWithoutOperation).get(sum)
    // The lines of one list stand together, so the first one is of another list if any earlier one is.
    if (beside !== undefined && beside.payout.id !== line.payout.id) repeated.add(line.id)
    if (line.operation_id !== null && operations.has(line.operation_id)) repeated.add(line.id)
    operations.add(line.operation_id)
    for (const first of line.operation_id === null ? [firstOfSum, firstWithoutOperation] : [firstOfSum])
      if (!first.has(sum)) first.set(sum, line)
  }
  return repeated
}

/** By the day and the number of the list, then by the place in it. Numbers are digits alone: the longer one is the greater. */
function byPlace(one: LineFacts, other: LineFacts): number {
  const [a, b] = [one.payout, other.payout]
  return (
    compare(a.day, b.day) ||
    a.number.length - b.number.length ||
    compare(a.number, b.number) ||
    compare(a.payee_id, b.payee_id) ||
    one.position - other.position
  )
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Orders that have the TTN themselves come before those whose parcel went on under it. Of several only the one that is live can be
 * meant; with more than one, or none, a person must say.
 */
export function chooseOrder(candidates: readonly Candidate[]): Candidate | null {
  const named = candidates.filter(({ is_named }) => is_named)
  const possible = named.length > 0 ? named : candidates
  return theOnly(possible) ?? theOnly(possible.filter(({ is_live }) => is_live))
}

const theOnly = <Item>([first, ...others]: readonly Item[]): Item | null => (others.length > 0 ? null : (first ?? null))

/** A living receipt counts before dead ones, then the newest. */
export const chooseReceipt = (receipts: readonly ReceiptFacts[]): ReceiptFacts | null =>
  receipts.toSorted(
    (one, other) =>
      Number(isAlive(other)) - Number(isAlive(one)) ||
      compare(other.created_at, one.created_at) ||
      compare(other.id, one.id),
  )[0] ?? null

const isAlive = ({ state }: ReceiptFacts): boolean => receiptCan.hold_the_order(state)

/** The receipt stands for the money of one payee, and some of it came to another. */
const isElsewhere = (receipt: ReceiptFacts, payeeIds: readonly string[]): boolean => {
  const { payee_id } = receipt.register
  return isAlive(receipt) && payee_id !== null && payeeIds.some((id) => id !== payee_id)
}

const inDoubt: ReadonlySet<ReceiptState> = new Set(doubtfulStates)

export function whyNoReceipt(
  receipt: ReceiptFacts | null,
  { is_not_needed }: Pick<Candidate, 'is_not_needed'>,
): NoReceiptReason {
  if (receipt !== null && inDoubt.has(receipt.state)) return 'in_doubt'
  if (receipt !== null && isAlive(receipt)) return 'waiting'
  if (is_not_needed) return 'not_needed'
  return receipt === null ? 'none' : 'cancelled'
}
