import type { CashRegister } from '#/contract/cash-registers.ts'
import { sentenceOf, type ErrorCode } from '#/contract/errors.ts'
import type { Order } from '#/contract/orders.ts'
import { advanceOf, holds, isHeld, toCandidate } from '#/contract/receipt-candidate.ts'
import { whyNotReceipt } from '#/contract/receipt-refusals.ts'
import { receiptCan } from '#/contract/receipt-states.ts'
import { isPaidFor, prepaymentStays } from '#/contract/receipt-words.ts'

/** What is to be done about an order now, or why nothing can be. */
export interface NextAction {
  kind: 'create' | 'cancel' | 'settle' | 'none'
  /** null: the state of the receipt says it all. */
  label: string | null
  /** Explains it in a whole sentence. */
  why: string | null
}

const nothing = (label: string | null, why: string | null = null): NextAction => ({ kind: 'none', label, why })

export function nextAction(order: Order, registers: readonly CashRegister[] | undefined): NextAction {
  const advance = advanceOf(order)
  if (isHeld(order) && advance === 0) return aboutReceipt(order)
  const refusal = whyNotReceipt(toCandidate(order, registers), advance)
  if (refusal) return nothing(reasons[refusal.code] ?? 'Чек неможливий', sentenceOf(refusal.code, refusal.params))
  if (advance > 0) return { kind: 'create', label: 'Створити чек на залишок', why: whyRest(order.parcel) }
  const failed = order.receipt?.state === 'failed' ? order.receipt : null
  return failed
    ? { kind: 'create', label: 'Створити ще раз', why: failed.problem?.detail ?? null }
    : { kind: 'create', label: 'Створити чек', why: null }
}

const whyRest = (parcel: Order['parcel']): string =>
  isPaidFor(parcel)
    ? 'Передоплату фіскалізовано, посилку вже оплачено, а чека на залишок немає.'
    : 'Передоплату фіскалізовано, а чека на залишок немає: без нього посилку оплатять без чека.'

function aboutReceipt({ receipt, tab }: Order): NextAction {
  if (receipt === null) return nothing(null)
  const states = [receipt.state, receipt.prepayment?.state]
  if (states.includes('attention')) return { kind: 'settle', label: 'З’ясувати', why: receipt.problem?.detail ?? null }
  if (!holds(receipt)) return nothing('Передоплата чинна', prepaymentStays.detail)
  if (tab === 'refused' && receiptCan.be_cancelled(receipt.state) && !receipt.cancel_requested)
    return { kind: 'cancel', label: 'Скасувати чек', why: 'Посилку не заберуть, тож оплати за цим чеком не буде.' }
  return nothing(null, receipt.problem?.detail ?? null)
}

/** As short as a row of a list can hold; the sentences are in the catalogue of refusals. */
const reasons: Partial<Record<ErrorCode, string>> = {
  'receipt.not_needed': 'Чек не потрібен',
  'receipt.no_ttn': 'Немає ТТН',
  'receipt.ttn_taken': 'На цю ТТН уже є чек',
  'receipt.not_bound': 'ТТН ще не перевірено',
  'receipt.not_ours': 'ТТН не вашої каси',
  'receipt.parcel_refused': 'Чек не потрібен',
  'receipt.parcel_deleted': 'ТТН видалено',
  'receipt.parcel_redirected': 'Посилку переадресовано',
  'receipt.money_transfer': 'Післяплата переказом',
  'receipt.sum_unknown': 'Суми оплати не видно',
  'receipt.no_payment_control': 'Немає контролю оплати',
  'receipt.register_unusable': 'Каса не працює',
  'receipt.register_unchecked': 'Касу не перевірено',
  'receipt.no_goods': 'Немає товарів',
  'receipt.zero_price': 'Товар без ціни',
  'receipt.goods_below_total': 'Товари на меншу суму, ніж замовлення',
  'receipt.sum_mismatch': 'Суми не збігаються',
}
