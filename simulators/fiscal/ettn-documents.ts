import { uuidOf, type Register } from './registers.ts'
import { cashierOf, type Person } from './shift-model.ts'

/** A receipt project bound to a waybill, as Checkbox keeps it. Times in milliseconds, money in kopiykas. */
export interface EttnDocument {
  readonly serial: number
  readonly id: string
  readonly ttn: string
  /** The one it was made under; that of the register may have changed since. */
  readonly license_key: string
  readonly cash_register_id: string
  readonly fiscal_number: string
  readonly total_sum: number
  readonly provider: string
  /** Of the prepayment chain whose rest it is; null: of a whole order. */
  readonly relation_id: string | null
  readonly receipt_body: object
  readonly sender_phone: string | null
  readonly recipient_phone: string
  readonly created_at: number
  readonly made_by: 'api' | 'cabinet'
  readonly cashier: Person
  delivery_phone: string | null
  delivery_email: string | null
  /** In capitals, as published; also any other word set through the cabinet. */
  status: string
  raw_error: string | null
  receipt_id: string | null
  return_receipt_id: string | null
  last_check_at: number
  deleted_at: number | null
}

type Given = Pick<EttnDocument, 'ttn' | 'total_sum' | 'receipt_body'> &
  Partial<
    Pick<
      EttnDocument,
      | 'provider'
      | 'relation_id'
      | 'sender_phone'
      | 'recipient_phone'
      | 'made_by'
      | 'delivery_phone'
      | 'delivery_email'
      | 'status'
      | 'created_at'
      | 'cashier'
    >
  >

/** All documents there ever were. Found by id and by TTN without a walk, because there may be thousands. */
export const createEttnDocuments = (now: () => number, seed: number) => {
  const documents = new Map<string, EttnDocument>()
  const byTtn = new Map<string, EttnDocument[]>()
  let serials = 0

  const ofTtn = (ttn: string): EttnDocument[] => byTtn.get(ttn) ?? []

  return {
    add: (register: Register, given: Given): EttnDocument => {
      const serial = ++serials
      const createdAt = given.created_at ?? now()
      const document: EttnDocument = {
        serial,
        id: uuidOf(`ettn ${serial} of seed ${seed}`),
        license_key: register.license_key,
        cash_register_id: register.id,
        fiscal_number: register.fiscal_number,
        provider: 'novapost',
        relation_id: null,
        sender_phone: null,
        recipient_phone: '',
        created_at: createdAt,
        made_by: 'api',
        cashier: cashierOf(register),
        delivery_phone: null,
        delivery_email: null,
        status: 'CREATED',
        raw_error: null,
        receipt_id: null,
        return_receipt_id: null,
        last_check_at: createdAt,
        deleted_at: null,
        ...given,
      }
      documents.set(document.id, document)
      byTtn.set(document.ttn, [...ofTtn(document.ttn), document])
      return document
    },
    find: (id: string): EttnDocument | null => documents.get(id.toLowerCase()) ?? null,
    all: (): EttnDocument[] => [...documents.values()],
    /** Also deleted ones, in the order they were made. */
    ofTtn,
    /** Those that have made a receipt of this TTN or still may: more than one is a doubled receipt. */
    live: (ttn: string): EttnDocument[] => ofTtn(ttn).filter(isLive),
    clear: (): number => {
      const count = documents.size
      documents.clear()
      byTtn.clear()
      return count
    },
  }
}

export type EttnDocuments = ReturnType<typeof createEttnDocuments>

export const isLive = ({ deleted_at, status }: EttnDocument): boolean =>
  deleted_at === null && status !== 'CANCELLED' && status !== 'RETURNED'
