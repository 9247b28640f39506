import { formatMoney } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'

/** How the sum of an order is paid; null before anything is known. A sum that equals the order's is not repeated. */
export function paymentWords({ total, parcel, receipt }: Paid): string | null {
  const prepaid = receipt?.prepayment ? [`передоплата ${formatMoney(receipt.prepayment.amount)}`] : []
  if (parcel === null) return prepaid[0] ?? null
  const amount = parcel.cod_amount
  if (!amount) return [...prepaid, 'без\u00a0післяплати'].join(' · ')
  const kind = parcel.cod_kind === 'money_transfer' ? 'переказ' : 'післяплата'
  return [amount === total ? kind : `${kind} ${formatMoney(amount)}`, ...prepaid].join(' · ')
}

interface Paid {
  total: number
  parcel: Pick<NonNullable<Order['parcel']>, 'cod_amount' | 'cod_kind'> | null
  receipt: { prepayment: { amount: number } | null } | null
}
