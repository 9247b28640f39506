import { deletedCode, isReceived, isRefused } from '#/contract/carrier-statuses.ts'
import { deadStates, type ReceiptState } from '#/contract/receipt-states.ts'

/**
 * What a person must act on, by the money: what the carrier says is to be paid and was paid, against the receipts for
 * it. The product has the rule in SQL (`server/receipts/sql/{is-real,counts,receipt-facts}.sql`, the generated columns of
 * `orders`, `server/receipts/trouble-store.ts`); this is what the tests compare it with.
 * `received_without_receipt`: the parcel was received or paid, there was something to pay, and it has no receipt.
 * `paid_not_fiscal`: the same with a receipt that is not fiscal after so long. `sums_differ`: the carrier takes another
 * sum than the receipt says, or the fiscal receipt has another one. `failed`: the last receipt failed and no other was
 * made. `copies_undelivered`: the buyer did not get a copy of the fiscal receipt. `return_due`: the parcel was refused, and
 * a receipt of it or its advance is fiscal. `parcel_deleted`: the waybill was deleted unpaid, and its receipt waits for payment.
 */
export const troubleKinds = [
  'received_without_receipt',
  'paid_not_fiscal',
  'sums_differ',
  'failed',
  'copies_undelivered',
  'return_due',
  'parcel_deleted',
] as const
export type TroubleKind = (typeof troubleKinds)[number]

/** An undelivered copy breaks no law of money: it is shown, but raises no alarm. */
export const quietKinds = ['copies_undelivered'] as const satisfies readonly TroubleKind[]

export interface ReceiptOfOrder {
  kind: 'ettn' | 'prepayment'
  state: ReceiptState
  /** A test receipt is no receipt, except in a demo. */
  is_test: boolean
  /** Of a test register that is real by now. */
  is_retired: boolean
  is_returned: boolean
  /** The order has another TTN by now. */
  is_of_other_ttn: boolean
  amount: number
  /** What the fiscal receipt says; null: not known yet. */
  fiscal_amount: number | null
  /** Which other sums a person has accepted; others than these are a trouble again. */
  accepted_control: number | null
  accepted_fiscal: number | null
  is_copy_undelivered: boolean | null
  /** Of the rest of a chain: the state of its advance. */
  advance: ReceiptState | null
}

export interface MoneyOfOrder {
  is_demo: boolean
  is_hidden: boolean
  is_not_needed: boolean
  status_code: number | null
  cod_amount: number | null
  paid: boolean
  /** When the money was taken; null: not known, so it may be long ago. */
  taken_at: number | null
  /** In the order they were made. */
  receipts: readonly ReceiptOfOrder[]
}

interface Moment {
  now: number
  paid_unfiscal_ms: number
}

/** Every trouble of an order, in the order of `troubleKinds`. */
export function troublesOf(order: MoneyOfOrder, moment: Moment): TroubleKind[] {
  const is: Record<TroubleKind, boolean> = {
    received_without_receipt: lacksReceipt(order),
    paid_not_fiscal: isPaidNotFiscal(order, moment),
    sums_differ: !isGivenUp(order) && ettnsThatCount(order).some((receipt) => hasAnotherSum(order, receipt)),
    failed: hasFailed(order),
    copies_undelivered: order.receipts.some(isUndelivered),
    return_due: isReturnDue(order),
    parcel_deleted: isDeletedUnderReceipt(order),
  }
  return troubleKinds.filter((kind) => is[kind])
}

export const isDead = ({ state }: ReceiptOfOrder): boolean => deadStates.some((dead) => dead === state)

/** It may have a document that is in force. */
export const lives = (receipt: ReceiptOfOrder): boolean =>
  !isDead(receipt) && !receipt.is_retired && !receipt.is_returned

/** When every receipt was returned that was. */
export const returnedAt = Date.parse('2026-03-09T08:00:00Z')

/**
 * The one that lives, otherwise the newest that was returned for the TTN of the order: the sale of that parcel had its receipt, unless
 * the parcel was handed over after the return.
 */
export function ettnsThatCount({ is_demo, receipts, status_code, taken_at }: MoneyOfOrder): ReceiptOfOrder[] {
  const real = receipts.filter(({ kind, is_test }) => kind === 'ettn' && (!is_test || is_demo))
  const returned = real.filter(
    ({ state, is_returned, is_of_other_ttn, is_retired }) =>
      state === 'fiscalized' && is_returned && !is_of_other_ttn && !is_retired,
  )
  const living = real.filter(lives)
  const isHandedOverSince = isReceived(status_code) && taken_at !== null && taken_at >= returnedAt
  if (living.length > 0) return living
  return isHandedOverSince ? [] : returned.slice(-1)
}

const isTaken = ({ status_code, cod_amount, paid }: MoneyOfOrder): boolean =>
  (cod_amount ?? 0) > 0 && !isRefused(status_code) && (paid || isReceived(status_code))

/** No payment for it is expected any more. */
const isGivenUp = ({ status_code }: MoneyOfOrder): boolean => isRefused(status_code) || status_code === deletedCode

const lacksReceipt = (order: MoneyOfOrder): boolean =>
  isTaken(order) && !order.is_hidden && !order.is_not_needed && ettnsThatCount(order).length === 0

const isPaidNotFiscal = (order: MoneyOfOrder, { now, paid_unfiscal_ms }: Moment): boolean =>
  isTaken(order) &&
  ettnsThatCount(order).some(({ state }) => state !== 'fiscalized') &&
  (order.taken_at ?? -Infinity) <= now - paid_unfiscal_ms

function hasAnotherSum({ cod_amount }: MoneyOfOrder, receipt: ReceiptOfOrder): boolean {
  const { state, is_returned, amount, fiscal_amount, accepted_control, accepted_fiscal } = receipt
  if (is_returned) return false
  const isOther = (sum: number | null, accepted: number | null) => sum !== null && sum !== amount && sum !== accepted
  return isOther(cod_amount, accepted_control) || (state === 'fiscalized' && isOther(fiscal_amount, accepted_fiscal))
}

const isReturnDue = (order: MoneyOfOrder): boolean =>
  isRefused(order.status_code) &&
  !order.is_not_needed &&
  (ettnsThatCount(order).some((receipt) => lives(receipt) && receipt.state === 'fiscalized') ||
    fiscalAdvance(order) !== null)

const isDeletedUnderReceipt = (order: MoneyOfOrder): boolean =>
  order.status_code === deletedCode && !order.paid && ettnsThatCount(order).some(({ state }) => state === 'created')

export const fiscalAdvance = ({ is_demo, receipts }: MoneyOfOrder): number | null =>
  receipts.find(
    (receipt) =>
      receipt.kind === 'prepayment' &&
      receipt.state === 'fiscalized' &&
      lives(receipt) &&
      (!receipt.is_test || is_demo),
  )?.amount ?? null

const hasFailed = (order: MoneyOfOrder): boolean =>
  !order.is_hidden && !order.is_not_needed && !isGivenUp(order) && lastFailed(order)

/** The rest of a failed advance is cancelled by the service: it counts as failed all the same. */
export function lastFailed({ receipts }: MoneyOfOrder): boolean {
  const last = receipts.findLast(({ kind, is_retired }) => kind === 'ettn' && !is_retired)
  return last?.state === 'failed' || (last?.state === 'cancelled' && last.advance === 'failed')
}

const isUndelivered = ({ state, is_returned, is_test, is_copy_undelivered }: ReceiptOfOrder): boolean =>
  state === 'fiscalized' && !is_returned && !is_test && is_copy_undelivered === true
