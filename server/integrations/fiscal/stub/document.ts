import { stubRandom } from '../../demo-shop/stub-random.ts'
import type { EttnDocument, FiscalReceipt } from '../ettn-client.ts'
import { faultOf, receiptErrorMs } from './faults.ts'
import type { StubDocument } from './store.ts'

/** Still open to payment and removal. */
export const isWaiting = ({ paid_at, cancelled_at }: StubDocument): boolean => paid_at === null && cancelled_at === null

/** When it became, or will become, fiscal; null: its parcel is not paid. */
function fiscalizedAt({ ttn, paid_at }: StubDocument): string | null {
  if (paid_at === null || faultOf(ttn) !== 'receipt_error') return paid_at
  return new Date(Date.parse(paid_at) + receiptErrorMs).toISOString()
}

const words = {
  waiting: 'CREATED',
  fiscalized: 'DONE',
  receipt_error: 'RECEIPT_ERROR',
  cancelled: 'CANCELLED',
} as const

function statusOf(document: StubDocument, now: Date): keyof typeof words {
  if (isWaiting(document)) return 'waiting'
  const at = fiscalizedAt(document)
  if (at === null) return 'cancelled'
  // A payment noticed while the question was on its way is a moment younger than the question.
  const isError = faultOf(document.ttn) === 'receipt_error' && Date.parse(at) > now.getTime()
  return isError ? 'receipt_error' : 'fiscalized'
}

export function toEttnDocument(document: StubDocument, now: Date): EttnDocument {
  const status = statusOf(document, now)
  return {
    id: document.id,
    ttn: document.ttn,
    amount: document.amount,
    // The register of a test key has a fiscal number that only the provider knows; nothing may be made up about it.
    register_fiscal_number: null,
    relation_id: document.relation_id,
    status,
    raw_status: words[status],
    created_at: document.made_at,
    receipt_id: status === 'fiscalized' ? document.receipt_id : null,
    return_receipt_id: null,
    is_copy_undelivered: false,
    error: status === 'receipt_error' ? 'Не вдалося відкрити зміну: так тестовій касі велить ТТН 20999911…' : null,
  }
}

/** null: there is no receipt yet. It has no page for the buyer, because it exists nowhere. */
export function toFiscalReceipt(document: StubDocument, now: Date): FiscalReceipt | null {
  if (statusOf(document, now) !== 'fiscalized') return null
  return {
    id: document.receipt_id,
    status: 'done',
    // Codes of test registers look like this (seen on the live API).
    fiscal_code: `TEST-${stubRandom(`fiscal code of ${document.receipt_id}`).digits(10)}`,
    fiscalized_at: fiscalizedAt(document),
    receipt_url: null,
    tax_url: null,
    amount: document.amount,
    // The stub closes no shift, so no report counts its receipts.
    shift_id: null,
    payment_label: null,
    is_created_offline: false,
    is_sent_dps: true,
    error: null,
  }
}
