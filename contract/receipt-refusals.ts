import { deletedCode, isRefused, redirectedCode } from './carrier-statuses.ts'
import type { ErrorCode, ErrorParams } from './errors.ts'
import { formatMoney, lineSum } from './money.ts'
import type { Goods } from './orders.ts'
import { receiptSums } from './receipt-sums.ts'
import { withoutFullStop } from './sentences.ts'

/** Everything that decides whether an order may get a receipt, read in one go. */
export interface Candidate {
  order: { deleted: boolean; ttn: string | null; goods: readonly Goods[]; total: number }
  parcel: {
    own: boolean | null
    status_code: number | null
    cod_amount: number | null
    cod_kind: 'payment_control' | 'money_transfer' | null
    /** The TTN it continues under; the order's own is dead then. */
    redirected_to: string | null
  } | null
  /** `why_not`: why it can make no receipts; null: it can. */
  register: { is_test: boolean | null; why_not: string | null } | null
  /** A live receipt of this order, or of another one under the same TTN. */
  has_receipt: boolean
  ttn_taken_by: string | null
  /** A living document at the provider that no living receipt holds: for the TTN, or one of this order for an earlier TTN. */
  document: ExistingDocument | null
  /** Why a person decided that it needs no receipt. */
  not_needed: string | null
  /** A person confirmed it as it was before it changed. */
  changed?: boolean
}

/** `params` of the refusal `receipt.document_exists`. */
export interface ExistingDocument {
  provider_id: string
  ttn: string
  amount: number | null
  status: string
  made_at: string | null
  /** Where it was seen. */
  cash_register_id: string
  cash_register: string
}

export interface Refusal {
  code: ErrorCode
  params: ErrorParams
}

const refuse = (code: ErrorCode, params: ErrorParams = {}): Refusal => ({ code, params })

/** Every refusal to create a receipt, in the order a person would ask. null: it may be created. */
export function whyNotReceipt(candidate: Candidate, prepaid = 0): Refusal | null {
  return (
    whyNotOrder(candidate) ?? whyNotParcel(candidate) ?? whyNotRegister(candidate) ?? whyNotSums(candidate, prepaid)
  )
}

function whyNotOrder({ order, has_receipt, changed, ...candidate }: Candidate): Refusal | null {
  const { ttn_taken_by, document, not_needed } = candidate
  if (order.deleted) return refuse('order.not_found')
  if (has_receipt) return refuse('receipt.exists')
  if (changed === true) return refuse('order.changed')
  if (not_needed !== null) return refuse('receipt.not_needed', { reason: not_needed })
  if (order.ttn === null) return refuse('receipt.no_ttn')
  if (ttn_taken_by !== null) return refuse('receipt.ttn_taken', { number: ttn_taken_by })
  return document === null ? null : whyNotBeside(document)
}

function whyNotBeside({ amount, ...document }: ExistingDocument): Refusal {
  const sum = amount === null ? '' : ` на ${formatMoney(amount)}`
  const params = { ...document, made_at: document.made_at ?? '', ...(amount !== null && { amount }), sum }
  return refuse('receipt.document_exists', params)
}

function whyNotParcel({ parcel }: Candidate): Refusal | null {
  if (parcel === null || parcel.own === null) return refuse('receipt.not_bound')
  if (!parcel.own) return refuse('receipt.not_ours')
  if (isRefused(parcel.status_code)) return refuse('receipt.parcel_refused')
  if (parcel.status_code === deletedCode) return refuse('receipt.parcel_deleted')
  if (parcel.redirected_to !== null || parcel.status_code === redirectedCode)
    return refuse('receipt.parcel_redirected', { ttn: parcel.redirected_to ?? 'Нова пошта ще не назвала її' })
  if (parcel.cod_kind === 'money_transfer') return refuse('receipt.money_transfer')
  if (parcel.cod_amount === null) return refuse('receipt.sum_unknown')
  if (parcel.cod_kind !== 'payment_control' || parcel.cod_amount === 0) return refuse('receipt.no_payment_control')
  return null
}

function whyNotRegister({ register }: Candidate): Refusal | null {
  if (register === null) return refuse('receipt.not_bound')
  if (register.why_not !== null)
    return refuse('receipt.register_unusable', { detail: withoutFullStop(register.why_not) })
  // Whether it goes to the provider or to the stub must not be guessed.
  return register.is_test === null ? refuse('receipt.register_unchecked') : null
}

function whyNotSums({ order, parcel }: Candidate, prepaid: number): Refusal | null {
  if (order.goods.length === 0) return refuse('receipt.no_goods')
  if (order.goods.some((line) => line.price <= 0 || lineSum(line) <= 0)) return refuse('receipt.zero_price')
  if (prepaid < 0 || (prepaid > 0 && prepaid >= order.total)) return refuse('receipt.prepayment_too_large')
  const { goods, discount, control } = receiptSums(order, prepaid)
  if (discount < 0)
    return refuse('receipt.goods_below_total', { goods: formatMoney(goods), total: formatMoney(order.total) })
  const asked = parcel?.cod_amount ?? 0
  if (control !== asked)
    return refuse('receipt.sum_mismatch', {
      control: formatMoney(asked),
      total: formatMoney(control),
      difference: formatMoney(Math.abs(control - asked)),
      // What was paid in advance is no discount: a lower total would state the sale below its worth.
      advice: control > asked && prepaid === 0 ? prepayOrMend : mend,
    })
  return null
}

const mend = 'Виправте суму замовлення або накладну'
const prepayOrMend = 'Якщо різницю вже сплачено, створіть передоплату; якщо ні, виправте суму замовлення або накладну'
