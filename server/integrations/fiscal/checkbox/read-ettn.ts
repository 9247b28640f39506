import { z } from 'zod'
import type { EttnDocument, FiscalReceipt } from '../ettn-client.ts'
import { toInstant } from '../../kyiv-time.ts'
import { flag, id, inSnakeCase, kopiykas, line, relationId, time, toWords, words, type Reading } from './read-fields.ts'
import { toTtn } from '../../ttn.ts'
import { onlyTaxUrl, toReceiptUrl } from '../receipt-url.ts'

const Ettn = z.object({
  id,
  ettn_number: line,
  total_sum: kopiykas,
  status: line,
  currency: line,
  date_created: time,
  receipt_id: id,
  return_receipt_id: id,
  receipt_relation_id: relationId,
  raw_error: words,
  cash_register: z.looseObject({}).nullable().catch(null),
})
const CashRegister = z.object({ fiscal_number: line })

/** The published statuses (2.105.1 and 2.106.4); the live API has sent them in both cases of letters. */
const statuses: ReadonlyMap<string, EttnDocument['status']> = new Map([
  ['CREATED', 'waiting'],
  ['DONE', 'fiscalized'],
  ['DONE_WITHOUT_SMS', 'fiscalized'],
  ['RECEIPT_ERROR', 'receipt_error'],
  ['CANCELLED', 'cancelled'],
  ['RETURNED', 'returned'],
])

/** The description has no currency. Should a document ever name another one, its sum cannot be compared: a person decides. */
const hryvnias: ReadonlySet<string> = new Set(['UAH', '980'])

export function fromEttn(json: unknown, { hide, read_at }: Reading): EttnDocument | null {
  const ettn = Ettn.safeParse(inSnakeCase(json)).data
  if (ettn === undefined || ettn.id === null) return null
  const register = CashRegister.safeParse(inSnakeCase(ettn.cash_register)).data
  const word = (ettn.status ?? '').toUpperCase()
  const isHryvnia = ettn.currency === null || hryvnias.has(ettn.currency.toUpperCase())
  return {
    id: ettn.id,
    ttn: toTtn(ettn.ettn_number ?? ''),
    amount: ettn.total_sum,
    register_fiscal_number: register?.fiscal_number ?? null,
    relation_id: ettn.receipt_relation_id,
    status: (isHryvnia ? statuses.get(word) : undefined) ?? 'unrecognised',
    raw_status: hide(isHryvnia ? (ettn.status ?? '') : `${ettn.status ?? ''}, валюта ${ettn.currency}`),
    created_at: toInstant(ettn.date_created, read_at),
    receipt_id: ettn.receipt_id,
    return_receipt_id: ettn.return_receipt_id,
    is_copy_undelivered: word === 'DONE_WITHOUT_SMS',
    error: toWords(ettn.raw_error, hide),
  }
}

/** The TTN of an entry that names no document: then it may be a document of that TTN, and of no other. */
export const ttnOfUnreadable = (json: unknown): string | null =>
  toTtn(Ettn.safeParse(inSnakeCase(json)).data?.ettn_number ?? '')

const Receipt = z.object({
  id,
  status: line,
  total_sum: kopiykas,
  total_payment: kopiykas,
  fiscal_code: line,
  fiscal_date: time,
  created_at: time,
  tax_url: words,
  is_created_offline: flag,
  is_sent_dps: flag,
  shift_id: id,
  shift: z.object({ id }).nullable().catch(null),
  payments: z.array(z.object({ label: line })).catch([]),
  pre_payment_relation_id: relationId,
  transaction: z.object({ response_error_message: words }).nullable().catch(null),
})

/** What else there is to know of a receipt that is a document of its own, as a prepayment is. */
export type ReadReceipt = FiscalReceipt & { raw_status: string; created_at: string | null; relation_id: string | null }

export function fromReceipt(json: unknown, { hide, read_at }: Reading): ReadReceipt | null {
  const receipt = Receipt.safeParse(json).data
  if (receipt === undefined || receipt.id === null) return null
  const raw_status = hide(receipt.status ?? '')
  return {
    id: receipt.id,
    status: receiptStatuses.get(raw_status.toUpperCase()) ?? 'pending',
    fiscal_code: receipt.fiscal_code,
    fiscalized_at: toInstant(receipt.fiscal_date, read_at),
    receipt_url: toReceiptUrl(receipt.id),
    tax_url: onlyTaxUrl(receipt.tax_url),
    // Of an advance the sum of the goods is more than was paid.
    amount: receipt.total_payment ?? receipt.total_sum,
    shift_id: (receipt.shift?.id ?? receipt.shift_id)?.toLowerCase() ?? null,
    payment_label: receipt.payments.length === 1 ? (receipt.payments[0]?.label ?? null) : null,
    is_created_offline: receipt.is_created_offline,
    is_sent_dps: receipt.is_sent_dps,
    error: toWords(receipt.transaction?.response_error_message ?? null, hide),
    raw_status,
    created_at: toInstant(receipt.created_at, read_at),
    relation_id: receipt.pre_payment_relation_id,
  }
}

/**
 * The published statuses of a receipt (2.105.1). A cancellation under way has ended nothing yet, and an unpublished
 * word proves neither success nor failure: both are pending, and the receipt is read again.
 */
const receiptStatuses: ReadonlyMap<string, FiscalReceipt['status']> = new Map([
  ['CREATED', 'pending'],
  ['CANCELLATION', 'pending'],
  ['DONE', 'done'],
  ['ERROR', 'error'],
  ['CANCELLED', 'cancelled'],
])

/**
 * A prepayment is no ETTN but a receipt, fiscalized within seconds: it waits until it is DONE. One that came to ERROR is there
 * and keeps its id, as RECEIPT_ERROR does.
 */
export const toPrepaymentDocument = (receipt: ReadReceipt): EttnDocument => ({
  id: receipt.id,
  ttn: null,
  amount: receipt.amount,
  register_fiscal_number: null,
  relation_id: receipt.relation_id,
  status: prepaymentStatuses[receipt.status],
  raw_status: receipt.raw_status,
  created_at: receipt.created_at,
  receipt_id: receipt.id,
  return_receipt_id: null,
  is_copy_undelivered: false,
  error: receipt.error,
})
const prepaymentStatuses = {
  pending: 'waiting',
  done: 'fiscalized',
  error: 'receipt_error',
  cancelled: 'cancelled',
} as const satisfies Record<FiscalReceipt['status'], EttnDocument['status']>
