import { cashlessLabels, cashLabel } from '#/contract/prepayment-labels.ts'
import { usualPaymentLabel } from '#/contract/usual-payment-label.ts'
import type { Goods } from '#/contract/orders.ts'

/**
 * The bodies of creations, as text: it is stored with the receipt and goes out byte for byte the same at every attempt,
 * so the order of the fields here is part of it. The caller that freezes the sums makes them agree; nothing is rounded
 * or left out here. Fields and bounds: checkbox-openapi.json, ETTNCreateReceiptSchema,
 * ETTNCreatePrepaymentReceiptSchema and PrePaymentReceiptPayload.
 */
interface Buyer {
  /** Where the copy of the receipt goes; one that Checkbox would refuse is not sent. */
  phone: string | null
}

export interface EttnBodyInput extends Sold, Buyer {
  amount: number
  ttn: string
  /** Empty: the usual one. */
  payment_label: string
}

type RestBodyInput = Omit<EttnBodyInput, keyof Sold> & { relation_id: string }

export interface PrepaymentBodyInput extends Sold, Buyer {
  /** Ours, so that a second one with the same id is refused. */
  id: string
  relation_id: string
  amount: number
  payment: 'cashless' | 'cash'
  label?: string
}

interface Sold {
  goods: readonly Goods[]
  /** Off the receipt as a whole, on top of what each line says for itself. */
  discount_total: number
  /** None: the goods are not an object of taxation. At most two, all numbers or all texts. */
  tax_codes: readonly (number | string)[]
}

export const toEttnBody = ({ amount, ttn, phone, payment_label, ...sold }: EttnBodyInput): string =>
  JSON.stringify({
    provider: 'novapost',
    receipt_body: {
      goods: sold.goods.map((line) => ({ ...toLine(line, sold), discounts: toDiscounts(line.discount, sold) })),
      ...receiptDiscount(sold),
      payments: [toPayment(payment_label, amount, ttn)],
      // The default here is true, and would move the total away from the sum of the waybill.
      rounding: false,
      ...toDelivery(phone),
    },
  })

/** The remaining payment after a prepayment: the chain has the goods already. Both ids name it, and carry the same value. */
export const toRestBody = ({ relation_id, amount, ttn, payment_label, phone }: RestBodyInput): string =>
  JSON.stringify({
    provider: 'novapost',
    receiptRelationId: fittingRelation(relation_id),
    receipt_body: {
      relationId: relation_id,
      payments: [toPayment(payment_label, amount, ttn)],
      rounding: false,
      ...toDelivery(phone),
    },
  })

/** The goods of the whole order, but only the advance as payment. No `ettn`: what it does here is not described. */
export const toPrepaymentBody = ({ id, relation_id, amount, ...given }: PrepaymentBodyInput): string =>
  JSON.stringify({
    id,
    custom_relation_id: fittingRelation(relation_id),
    goods: given.goods.map((line) => ({
      ...toLine(line, given),
      ...(line.discount > 0 ? { discounts: toDiscounts(line.discount, given) } : {}),
    })),
    ...receiptDiscount(given),
    payments: [
      {
        type: given.payment === 'cash' ? 'CASH' : 'CASHLESS',
        label: oneLine(given.label ?? '') || usualAdvanceLabel[given.payment],
        value: amount,
      },
    ],
    ...(given.payment === 'cash' && amount % 100 !== 0 ? cashRounding : {}),
    ...toDelivery(given.phone),
  })

/**
 * Cash comes in halves of a hryvnia. The advance itself keeps its kopiykas, because the rest must be what the waybill says; the
 * receipt shows by how much the cash was rounded. `rounding` alone is the older spelling.
 */
const cashRounding = { rounding: true, rounding_mode: 'ROUND_50' } as const

/** Among the labels allowed since order 601 of the Ministry of Finance (in the description of Checkbox). */
const usualAdvanceLabel = { cashless: cashlessLabels[0], cash: cashLabel } as const

const toLine = ({ code, name, price, quantity }: Goods, { tax_codes }: Sold) => ({
  good: {
    code: oneLine(code) || shortened(oneLine(name)),
    name: oneLine(name),
    price,
    ...(tax_codes.length > 0 ? { tax: tax_codes } : {}),
  },
  quantity,
  is_return: false,
})

/** A code must not be empty. The beginning of the name is the same for the same good on every receipt; a number would not be. */
const shortened = (name: string): string => Array.from(name).slice(0, 64).join('').trim()

const toDiscounts = (value: number, { tax_codes }: Sold) =>
  value > 0
    ? [
        {
          type: 'DISCOUNT',
          mode: 'VALUE',
          value,
          name: 'Знижка',
          ...(tax_codes.length > 0 ? { tax_codes } : {}),
        },
      ]
    : []

const receiptDiscount = (sold: Sold) =>
  sold.discount_total > 0 ? { discounts: toDiscounts(sold.discount_total, sold) } : {}

const toPayment = (label: string, value: number, ettn: string) => ({
  type: 'ETTN',
  label: oneLine(label) || usualPaymentLabel,
  value,
  ettn,
})

const toDelivery = (phone: string | null) =>
  phone !== null && /^\+?380\d{9}$/.test(phone) ? { delivery: { phone } } : {}

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()

/** Its own bounds, and a mistake of ours: a receipt that could never be sent shall not be frozen. */
function fittingRelation(relationId: string): string {
  if (relationId.length < 10 || relationId.length > 256)
    throw new RangeError('a relation id has from 10 to 256 characters')
  return relationId
}
