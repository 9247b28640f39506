import { sql } from 'kysely'
import type { Goods } from '#/contract/orders.ts'
import type { Candidate, ExistingDocument } from '#/contract/receipt-refusals.ts'
import { redirectedTo } from '#/server/parcels/store.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowFrom, rowsFrom, valueFrom } from '#/server/platform/database/rows.ts'
import { instant } from '#/server/platform/database/json.ts'
import { isLivingStatus } from '../lookup/snapshot-store.ts'
import { isMarked } from '../machine/incident-store.ts'
import { receiptColumns, type ReceiptRow } from '../machine/store.ts'

/**
 * An order with everything a receipt is made of. A verb that makes a receipt reads it locked, so that the order cannot
 * be edited meanwhile.
 */
export interface CandidateRow {
  id: string
  version: number
  number: string
  ttn: string | null
  deleted: boolean
  goods: Goods[]
  total: number
  recipient_phone: string
  crm_cancelled: boolean
  parcel: Candidate['parcel']
  cash_register_id: string | null
  /** One that was returned does not count. */
  has_receipt: boolean
  ttn_taken_by: string | null
  document: ExistingDocument | null
  /** Why a person decided that it needs no receipt. */
  not_needed: string | null
  /**
   * The fiscal prepayment whose rest failed, was cancelled or was returned: the order has nothing else, and its rest may be made again,
   * also for another TTN of the order.
   */
  advance: Advance | null
}

export interface Advance {
  id: string
  amount: number
  relation_id: string
  is_test: boolean
}

const isOfTest = sql`coalesce((select is_test from cash_registers where id = p.cash_register_id), false)`

/**
 * What was seen at the provider for the TTN of the order: a living document, or one of an open incident, also of an
 * earlier TTN. A document that a person marked as not ours does not count; nor does one of a test register, unless the
 * receipt is a test one as well.
 */
const standing = sql`(
  select json_build_object('provider_id', d.provider_id, 'ttn', coalesce(d.ttn, o.ttn), 'amount', d.amount, 'status', d.status,
    'made_at', ${instant(sql`d.made_at`)}, 'cash_register_id', r.id, 'cash_register', r.name)
  from (
    select provider_id, ttn, cash_register_id, amount, status, made_at from provider_documents
    where ttn = o.ttn and gone_at is null and ${isLivingStatus(sql`status`)}
      and is_test = ${isOfTest}
      and not ${isMarked({ provider_id: sql`provider_documents.provider_id`, ttn: sql`provider_documents.ttn` })}
    union all
    select i.provider_id, coalesce(k.ttn, i.details ->> 'ttn'), i.cash_register_id, k.amount, coalesce(k.status, 'unrecognised'), k.made_at
    from receipt_incidents i left join provider_documents k on k.provider_id = i.provider_id
    where i.order_id = o.id and i.kind = 'orphan' and i.settled_at is null and i.provider_id is not null
      and k.gone_at is null and coalesce(k.is_test, ${isOfTest}) = ${isOfTest} and (k.status is null or ${isLivingStatus(sql`k.status`)})) d
  join cash_registers r on r.id = d.cash_register_id
  where not exists (select from receipts held where held.provider_id = d.provider_id and held.state not in ('cancelled', 'failed'))
  order by d.made_at desc nulls last limit 1)`

/**
 * The number of the other order whose receipt is for this parcel, or that has this TTN and an advance: its rest will be for it. It is the
 * same parcel under another TTN when one of the two was redirected to the other.
 */
const takenBy = sql`(
  select other.number from receipts r join orders other on other.id = r.order_id
  where r.kind = 'ettn' and r.ttn = any(array[o.ttn, ${redirectedTo}] || p.passed_ttns) and r.order_id <> o.id and lives(r)
  union all
  select other.number from parcels op join orders other on other.id = op.order_id
  where op.order_id <> o.id and other.has_receipt and op.active
    and (op.ttn = o.ttn or op.followed_ttn = o.ttn or op.passed_ttns @> array[o.ttn]
      or (op.successor_kind = 'redirect' and op.successor_ttn = o.ttn))
  limit 1)`

const candidates = sql`
  select o.id, o.version, o.number, o.ttn, o.deleted_at is not null as deleted, o.goods, o.total, o.recipient_phone,
    o.crm_cancelled, o.not_needed_reason as not_needed, p.cash_register_id,
    case when p.order_id is not null then json_build_object('own', p.own, 'status_code', p.status_code, 'cod_amount', p.cod_amount,
      'cod_kind', p.cod_kind, 'redirected_to', ${redirectedTo}) end as parcel,
    exists (select from receipts r where r.order_id = o.id and lives(r)) as has_receipt,
    ${takenBy} as ttn_taken_by,
    ${standing} as document,
    (select json_build_object('id', a.id, 'amount', a.amount, 'relation_id', a.relation_id, 'is_test', a.is_test) from receipts a
     where a.order_id = o.id and a.kind = 'prepayment' and a.state = 'fiscalized' and lives(a) and o.advance_only
       and a.cash_register_id = p.cash_register_id) as advance
  from orders o left join parcels p on p.order_id = o.id and p.ttn = o.ttn`

export const lockCandidate = (tx: Tx, orderId: string): Promise<CandidateRow | undefined> =>
  rowFrom(tx)`${candidates} where o.id = ${orderId} for update of o`

/** Reads without a lock. */
export const listCandidates = (db: Db, orderIds: readonly string[]): Promise<CandidateRow[]> =>
  rowsFrom(db)`${candidates} where o.id = any(${orderIds}::uuid[])`

/** Of two concurrent requests the unique index rejects the second with the refusal that a later one would get. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && String(error.constraint).startsWith('one_live_receipt_per_')

/** The receipt of the order that waits for a person because of another document: it has no document of its own. */
export const lockStopped = (tx: Tx, orderId: string): Promise<ReceiptRow | undefined> =>
  rowFrom(tx)`
    select ${receiptColumns} from receipts where order_id = ${orderId} and is_stopped(receipts) for update`

/** The order whose sale a document with this TTN is. */
export const findOrderOfTtn = (tx: Tx, ttn: string): Promise<string | undefined> =>
  valueFrom(tx)`select id from order_of_ttn(${ttn}) as id where id is not null`
