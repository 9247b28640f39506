import { z } from 'zod'
import { toInstant } from '../kyiv-time.ts'
import { quoted } from '../redact.ts'
import type { EttnDocument, FiscalReceipt } from './ettn-client.ts'
import { toReceiptUrl } from './receipt-url.ts'

/**
 * Their documents in our words. Any field may be null or new, so each is read on its own; only what names no document at all
 * is refused, as null. `hide` takes secrets out of what people will read. Names are camelCase here and snake_case in the rest
 * of the API, so both are taken.
 */
export type Hide = (text: string) => string

/** What ends up in the path of a later call: nothing that could lead it elsewhere. */
export const isDocumentId = (id: string): boolean => /^[\w-]{1,100}$/.test(id)

const id = z
  .union([z.string(), z.int().transform(String)])
  .transform((text) => text.trim())
  .refine(isDocumentId)
  .nullable()
  .catch(null)
const line = z
  .union([z.string(), z.int().transform(String)])
  .transform((text) =>
    text
      .toWellFormed()
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim(),
  )
  .transform((text) => Array.from(text).slice(0, 200).join('') || null)
  .nullable()
  .catch(null)
/** Kopiykas, by convention: the description does not name the unit. */
const kopiykas = z.int().min(0).nullable().catch(null)
const instant = z
  .union([z.string(), z.number()])
  .transform((given) => toInstant(given))
  .nullable()
  .catch(null)
const words = z.string().nullable().catch(null)

const Ettn = z.object({
  id,
  ettn_number: line,
  total_sum: kopiykas,
  status: line,
  date_created: instant,
  receipt_id: id,
  return_receipt_id: id,
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

export function fromEttn(json: unknown, hide: Hide): EttnDocument | null {
  const ettn = Ettn.safeParse(inSnakeCase(json)).data
  if (ettn === undefined || ettn.id === null) return null
  const register = CashRegister.safeParse(inSnakeCase(ettn.cash_register)).data
  const raw_status = hide(ettn.status ?? '')
  return {
    id: ettn.id,
    ttn: ettn.ettn_number,
    amount: ettn.total_sum,
    register_fiscal_number: register?.fiscal_number ?? null,
    status: statuses.get(raw_status.toUpperCase()) ?? 'unrecognised',
    raw_status,
    created_at: ettn.date_created,
    receipt_id: ettn.receipt_id,
    return_receipt_id: ettn.return_receipt_id,
    error: toWords(ettn.raw_error, hide),
  }
}

const Receipt = z.object({
  id,
  status: line,
  total_sum: kopiykas,
  total_payment: kopiykas,
  fiscal_code: line,
  fiscal_date: instant,
  created_at: instant,
  transaction: z.object({ response_error_message: words }).nullable().catch(null),
})

/** What else there is to know of a receipt that is a document of its own, as a prepayment is. */
export type ReadReceipt = FiscalReceipt & { raw_status: string; created_at: string | null }

export function fromReceipt(json: unknown, hide: Hide): ReadReceipt | null {
  const receipt = Receipt.safeParse(json).data
  if (receipt === undefined || receipt.id === null) return null
  const raw_status = hide(receipt.status ?? '')
  return {
    id: receipt.id,
    status: toReceiptStatus(raw_status.toUpperCase()),
    fiscal_code: receipt.fiscal_code,
    fiscalized_at: receipt.fiscal_date,
    receipt_url: toReceiptUrl(receipt.id),
    // Of an advance the sum of the goods is more than was paid.
    amount: receipt.total_payment ?? receipt.total_sum,
    error: toWords(receipt.transaction?.response_error_message ?? null, hide),
    raw_status,
    created_at: receipt.created_at,
  }
}

/** A word nobody published proves neither success nor failure: it is asked for again. */
const toReceiptStatus = (status: string): FiscalReceipt['status'] =>
  status === 'DONE' ? 'done' : status === 'ERROR' || status.startsWith('CANCEL') ? 'error' : 'pending'

/**
 * A prepayment is no ETTN but a receipt, fiscalized within seconds: it waits until it is DONE. One that came to ERROR is there
 * and keeps its id, as RECEIPT_ERROR does. A cancellation under way, or a new word, moves nothing.
 */
export const toPrepaymentDocument = (receipt: ReadReceipt): EttnDocument => ({
  id: receipt.id,
  ttn: null,
  amount: receipt.amount,
  register_fiscal_number: null,
  status: prepaymentStatuses.get(receipt.raw_status.toUpperCase()) ?? 'unrecognised',
  raw_status: receipt.raw_status,
  created_at: receipt.created_at,
  receipt_id: receipt.id,
  return_receipt_id: null,
  error: receipt.error,
})
const prepaymentStatuses: ReadonlyMap<string, EttnDocument['status']> = new Map([
  ['CREATED', 'waiting'],
  ['DONE', 'fiscalized'],
  ['ERROR', 'receipt_error'],
  ['CANCELLED', 'cancelled'],
])

const toWords = (text: string | null, hide: Hide): string | null => quoted(hide(text ?? '')) || null

/** `ettnNumber` and `ettn_number` are one name. Of two spellings the one with a value counts. */
function inSnakeCase(json: unknown): Record<string, unknown> {
  const given = z.looseObject({}).safeParse(json).data ?? {}
  const renamed = Object.entries(given).map(([name, value]): [string, unknown] => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries(renamed.toSorted(([, left], [, right]) => rank(left) - rank(right)))
}
const rank = (value: unknown): number => (value === null ? 0 : 1)
