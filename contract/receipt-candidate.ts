import type { CashRegister } from './cash-registers.ts'
import type { Order } from './orders.ts'
import type { Candidate } from './receipt-refusals.ts'
import { receiptCan, type ReceiptState } from './receipt-states.ts'
import type { RegisterProblem } from './register-health.ts'

/** Tracking parcels does not matter here: without it a receipt can still be made. */
const carrierOnly: ReadonlySet<RegisterProblem['code']> = new Set([
  'carrier_key_rejected',
  'carrier_not_reached',
  'carrier_paused',
])

/** Why a register can make no receipts, in Ukrainian; null: it can. */
export function whyUnable({ active, health }: Pick<CashRegister, 'active' | 'health'>): string | null {
  if (!active) return 'Касу вимкнено. Увімкніть її на сторінці кас.'
  return health.problems.find(({ code, severity }) => severity === 'error' && !carrierOnly.has(code))?.detail ?? null
}

/**
 * An order on a screen, in the form `whyNotReceipt` takes. Only the server knows whether another order has a receipt under the
 * same TTN, or the provider a document; it refuses then. `registers` undefined: not loaded yet, so they count as able.
 */
export function toCandidate(order: Order, registers: readonly CashRegister[] | undefined): Candidate {
  return {
    order: { deleted: false, ttn: order.ttn, goods: order.goods, total: order.total },
    parcel: order.parcel,
    register: registers === undefined ? order.cash_register && trusted : toRegister(order, registers),
    has_receipt: isHeld(order) && advanceOf(order) === 0,
    ttn_taken_by: null,
    document: null,
    not_needed: order.receipt_not_needed?.reason ?? null,
  }
}

const trusted = { is_test: false, why_not: null }

function toRegister({ cash_register }: Order, registers: readonly CashRegister[]): Candidate['register'] {
  // mutant(findLast): no two registers have the same id
  const register = registers.find(({ id }) => id === cash_register?.id)
  if (register === undefined) return null
  return { is_test: register.is_test, why_not: whyUnable(register) }
}

/**
 * What a fiscal prepayment has taken whose rest failed, was cancelled or was returned: the next receipt is that rest, for the
 * remaining sum. 0: there is none.
 */
export function advanceOf({ receipt }: Pick<Order, 'receipt'>): number {
  const advance = receipt?.prepayment ?? null
  return advance?.state === 'fiscalized' && holds(advance) && !holds(receipt) ? advance.amount : 0
}

/** Whether a receipt of the order is alive: its last one, or the prepayment of that. */
export const isHeld = ({ receipt }: Pick<Order, 'receipt'>): boolean =>
  holds(receipt) || holds(receipt?.prepayment ?? null)

/** One that was returned holds nothing. */
export const holds = (receipt: { state: ReceiptState; returned_at: string | null } | null): boolean =>
  receipt !== null && receipt.returned_at === null && receiptCan.hold_the_order(receipt.state)
