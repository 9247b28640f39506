import { z } from 'zod'

const seconds = z.number().min(0)

/** Where Checkbox's behaviour is not known, or it may be slow, a setting chooses. */
export const Settings = z.strictObject({
  /** `/_control` of a carrier simulator: sums and payments are asked there. null: of the waybills put here, if any. */
  carrier_control_url: z.url().nullable().default(null),
  /** How often a document's parcel is read; 0: whenever the document is read. */
  carrier_check_seconds: seconds.default(0),
  /** What a paid parcel turns its document into. */
  fiscalised_as: z.enum(['DONE', 'DONE_WITHOUT_SMS', 'RECEIPT_ERROR']).default('DONE'),
  /** From the making of a receipt to its fiscal code. */
  receipt_seconds: seconds.default(2),
  /** Receipts are made without the tax service, which gets them once this is over. */
  made_offline: z.boolean().default(false),
  /** Why receipts end as ERROR; null: they do not. */
  receipt_error: z.string().nullable().default(null),
  /** Why prepayments end as ERROR; null: as all receipts do. */
  prepayment_error: z.string().nullable().default(null),
  /** Whether a chain counts cash as requested or as rounded: unpublished. */
  chain_counts: z.enum(['exact', 'rounded']).default('exact'),
  /** Why no copy is sent to buyers; null: all are. */
  copy_error: z.string().nullable().default(null),
  /** A create for a TTN that has a living document: unpublished. */
  second_ettn: z.enum(['accepted', 'refused']).default('accepted'),
  /** Whether `receiptId` is there before there is a receipt: unpublished. */
  receipt_id: z.enum(['when_fiscalised', 'at_once']).default('when_fiscalised'),
  /** What a deleted document is afterwards: unpublished. */
  deleted_ettn: z.enum(['not_found', 'cancelled']).default('not_found'),
  /** `pretends`: a removal is answered with success, and the document lives on. */
  deleting: z.enum(['works', 'pretends']).default('works'),
  /** A production client saw both cases; mixed: every second one. */
  status_case: z.enum(['upper', 'lower', 'mixed']).default('upper'),
  /** Whose documents the list shows: unpublished. */
  list_scope: z.enum(['register', 'all']).default('register'),
  /** Whose documents a cashier of the register may see, in the list and by id: unpublished. */
  document_scope: z.enum(['register', 'cashier']).default('register'),
  /** The most a page of the list has, whatever was requested; null: as requested. */
  list_cap: z.int().min(1).nullable().default(null),
  /** How long a new document is missing from the list. */
  list_lag_seconds: seconds.default(0),
  /** East of UTC, for dates in the query without a zone: unpublished. */
  naive_offset_minutes: z.int().default(0),
  /** Creates of one register in any second of the world; null: as many as they like. */
  creates_per_second: z.int().min(1).nullable().default(null),
  /** What stands in Retry-After of a 429; null: no such header. */
  retry_after: z.union([z.int(), z.string()]).nullable().default(null),
  /** From asking for a shift to having it, and from closing it to its end. */
  shift_seconds: seconds.default(2),
  /** Whether a time to close a shift at is heard of. */
  auto_close: z.enum(['accepted', 'refused']).default('accepted'),
  shift_opening: z.enum(['opens', 'same_cashier_busy', 'other_cashier_busy', 'fails']).default('opens'),
})
export type Settings = z.output<typeof Settings>
export type SettingsChange = Partial<z.input<typeof Settings>>
