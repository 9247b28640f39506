import { z } from 'zod'
import { Day, Id, Instant, pageOf, pageQuery } from './common.ts'
import { Recipient } from './orders.ts'
import { noReceiptReasons, PayoutLine } from './payouts.ts'

/**
 * What became of the money for a parcel that was paid, the first that fits: `returned`: its receipt was returned.
 * `other_payee`: the money went to another payee than the receipt says. `no_receipt`: it has no fiscal receipt.
 * `sum_differs`: the transfers come to another sum than the receipt. `settled`: the transfers are there and agree.
 * Without any transfer: `unwatched` before the payee’s first payout list, then `awaited`, and `late` after so many working
 * days.
 */
export const paymentStates = [
  'returned',
  'other_payee',
  'no_receipt',
  'sum_differs',
  'settled',
  'unwatched',
  'awaited',
  'late',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** A person must act on a parcel in one of these states. */
export const openPaymentStates = [
  'other_payee',
  'no_receipt',
  'sum_differs',
  'late',
] as const satisfies readonly PaymentState[]

const Named = z.strictObject({ id: Id, name: z.string() })

export const ParcelPayment = z
  .strictObject({
    order: z.strictObject({ id: Id, number: z.string() }),
    ttn: z.string(),
    paid_on: Day.describe('День оплати в Києві'),
    amount: z.int().describe('Скільки сплатив покупець, за словами Нової пошти, у копійках'),
    cash_register: Named.nullable(),
    payee: Named.nullable().describe('Одержувач, якому належить каса'),
    receipt: z.strictObject({ id: Id, amount: z.int() }).nullable(),
    accepted: z.int().describe('Прийнято за всіма переказами, у копійках'),
    lines: z.int().describe('Скільки переказів за нею є, без повторів'),
    state: z.enum(paymentStates),
    why: z.enum(noReceiptReasons).nullable(),
    late_after: Day.describe('Останній день, до якого гроші мають надійти'),
    settled: z.strictObject({ reason: z.string(), at: Instant, by: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'ParcelPayment' })
export type ParcelPayment = z.infer<typeof ParcelPayment>

export const ParcelPaymentQuery = z.strictObject({
  ...pageQuery,
  state: z.enum(paymentStates).optional(),
  open: z.enum(['true', 'false']).optional(),
  payee_id: Id.optional(),
  cash_register_id: Id.optional(),
  from: Day.optional().describe('Від дня оплати'),
  to: Day.optional().describe('До дня оплати'),
})
export type ParcelPaymentQuery = z.infer<typeof ParcelPaymentQuery>
export const ParcelPaymentList = pageOf(ParcelPayment)
export type ParcelPaymentList = z.infer<typeof ParcelPaymentList>

const counted = <Item extends z.ZodType>(item: Item, about: string) =>
  z
    .strictObject({ count: z.int(), amount: z.int(), items: z.array(item) })
    .describe(`${about}. count рахує всі, amount — їхня сума в копійках, items — найдавніші, не більше 100`)

const recipient = Recipient.nullable().describe('Одержувач замовлення; null: замовлення немає')

/** A transfer that a person must act on. */
export const TransferTrouble = PayoutLine.extend({ recipient, cash_register: Named.nullable() }).meta({
  id: 'TransferTrouble',
})
export type TransferTrouble = z.infer<typeof TransferTrouble>

/** A paid parcel whose money has not come. */
export const LatePayment = ParcelPayment.extend({ recipient }).meta({ id: 'LatePayment' })
export type LatePayment = z.infer<typeof LatePayment>

/** What of the money a person must act on. */
export const MoneyAlarms = z
  .strictObject({
    no_receipt: counted(TransferTrouble, 'Гроші надійшли, а фіскального чека немає'),
    sum_differs: counted(TransferTrouble, 'Переказ і чек на різні суми'),
    other_payee: counted(TransferTrouble, 'Гроші отримав інший ФОП, ніж у чеку'),
    unknown_ttn: counted(TransferTrouble, 'Переказ за ТТН, якої немає в жодному замовленні'),
    duplicate: counted(TransferTrouble, 'Повторний переказ'),
    late: counted(LatePayment, 'Покупець заплатив, а грошей немає понад строк'),
  })
  .meta({ id: 'MoneyAlarms' })
export type MoneyAlarms = z.infer<typeof MoneyAlarms>
