import type { EttnDocument } from './ettn-documents.ts'
import { receiptIdOf } from './fiscalise.ts'
import { madeAt, toWireTime } from './wire-time.ts'
import type { World } from './world.ts'

/** BaseEttnResponse of the description; there is no fiscal code in it. */
export const toEttn = (world: World, document: EttnDocument) => {
  const { receipt_id } = world.settings()
  return {
    id: document.id,
    ettnNumber: document.ttn,
    description: '',
    recipientPhone: document.recipient_phone,
    senderPhone: document.sender_phone,
    receiptBody: document.receipt_body,
    receiptId: document.receipt_id ?? (receipt_id === 'at_once' ? receiptIdOf(document) : null),
    returnReceiptId: document.return_receipt_id,
    receiptRelationId: document.relation_id,
    totalSum: document.total_sum,
    employee: { ...document.cashier, dateCreated: madeAt },
    cashRegister: { id: document.cash_register_id, fiscalNumber: document.fiscal_number, dateCreated: madeAt },
    status: toStatusWord(world, document),
    lastCheckDate: toWireTime(document.last_check_at),
    rawError: document.raw_error,
    hasWebhook: false,
    deliveryPhone: document.delivery_phone,
    deliveryEmail: document.delivery_email,
    provider: document.provider,
    dateCreated: toWireTime(document.created_at),
  }
}

const toStatusWord = (world: World, { status, deleted_at, serial }: EttnDocument): string => {
  const { status_case } = world.settings()
  const word = deleted_at === null ? status : 'CANCELLED'
  const isLower = status_case === 'lower' || (status_case === 'mixed' && serial % 2 === 0)
  return isLower ? word.toLowerCase() : word
}

/** As tests want to see it, by the world's time. */
export const toInspected = ({ receipts }: World, document: EttnDocument) => {
  const receipt = receipts.find(document.receipt_id ?? '')
  const { id, ttn, license_key, fiscal_number, total_sum, status, raw_error, relation_id, made_by } = document
  return {
    id,
    ttn,
    license_key,
    fiscal_number,
    total_sum,
    status,
    raw_error,
    relation_id,
    made_by,
    cashier: document.cashier.login,
    created_at: new Date(document.created_at).toISOString(),
    receipt_id: document.receipt_id,
    fiscal_code: receipt === null ? null : receipts.fiscalCodeOf(receipt),
    return_receipt_id: document.return_receipt_id,
    deleted: document.deleted_at !== null,
    deleted_at: document.deleted_at === null ? null : new Date(document.deleted_at).toISOString(),
  }
}
