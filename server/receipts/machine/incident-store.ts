import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { anyFrom, rowFrom, rowsFrom, run } from '#/server/platform/database/rows.ts'
import { newId } from '#/server/platform/random.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    receipt_incidents: {
      id: string
      at: string
      kind: string
      cash_register_id: string | null
      provider_id: string | null
      order_id: string | null
      details: unknown
      settled_at: string | null
      reason: string | null
      /** The orders that had the TTN of the document when a person marked it as not ours. */
      beside: string[] | null
      dismissed_by: string | null
      dismissed_by_login: string | null
    }
  }
}

/** A document at the provider that no receipt of ours holds. */
export interface Orphan {
  cash_register_id: string
  provider_id: string
  ttn: string | null
  /** Of the TTN, when it is one of ours. */
  order_id: string | null
  /** The receipt beside which it appeared, when there is one. */
  receipt?: { id: string; state: string }
}

/** True when it is new: each document is shown to people once. */
export function insertOrphan(tx: Tx, at: Date, { ttn, receipt, ...orphan }: Orphan): Promise<boolean> {
  const details = { ttn, ...(receipt && { receipt_id: receipt.id, state: receipt.state }) }
  return anyFrom(tx)`
    insert into receipt_incidents (id, at, kind, cash_register_id, provider_id, order_id, details)
    values (${newId()}, ${at.toISOString()}, 'orphan', ${orphan.cash_register_id}, ${orphan.provider_id}, ${orphan.order_id},
      ${JSON.stringify(details)}::jsonb)
    on conflict (kind, provider_id) where settled_at is null do nothing`
}

export interface OpenIncident {
  id: string
  provider_id: string
  order_id: string | null
  /** A living receipt holds the document by now. */
  is_adopted: boolean
  /** It is a fiscal advance, which no list shows: only a person ends it. */
  is_advance: boolean
  /** The snapshot has the document. */
  is_in_snapshot: boolean
  /** The account under which it was seen; null: not known. */
  scope: string | null
  /** What the document says of the register that made it. */
  register_fiscal_number: string | null
  /** When the provider says it was made. */
  created_at: string | null
}

export const listOpenIncidents = (db: Db, registerId: string): Promise<OpenIncident[]> =>
  rowsFrom(db)`
    select id, provider_id, order_id,
      exists (select from receipts where receipts.provider_id = receipt_incidents.provider_id
                and state not in ('cancelled', 'failed')) as is_adopted,
      exists (select from receipts where receipts.provider_id = receipt_incidents.provider_id and kind = 'prepayment') as is_advance,
      d.provider_id is not null as is_in_snapshot, d.scope, d.register_fiscal_number, d.made_at as created_at
    from receipt_incidents left join provider_documents d using (provider_id)
    where receipt_incidents.cash_register_id = ${registerId} and settled_at is null and provider_id is not null`

/** The orders that are sold with this TTN, or whose parcel goes on under it. */
export const salesOf = (ttn: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select sale.id from orders sale where sale.ttn = ${ttn} and sale.deleted_at is null
  union all
  select parcel.order_id from parcels parcel
  where parcel.followed_ttn = ${ttn} or (parcel.passed_ttns <> '{}' and parcel.passed_ttns @> array[${ttn}])
    or (parcel.successor_kind = 'redirect' and parcel.successor_ttn = ${ttn})`

/**
 * A person marked the document as not ours; then it blocks no receipt and is not shown. The mark is of the orders that
 * were there when it was made: with another order of the TTN it is void.
 */
export const isMarked = (document: {
  provider_id: RawBuilder<unknown>
  ttn: RawBuilder<unknown>
}): RawBuilder<boolean> =>
  sql`exists (
    select from receipt_incidents mark where mark.provider_id = ${document.provider_id} and mark.reason is not null
      and not exists (select from (${salesOf(document.ttn)}) later where later.id <> all(mark.beside)))`

/** The open one of this document; undefined: there is none. */
export const dismissIncident = (
  tx: Tx,
  { provider_id, reason, at, actor }: { provider_id: string; reason: string; at: string; actor: Actor },
): Promise<{ cash_register_id: string; order_id: string | null; shown_order: string | null } | undefined> =>
  rowFrom(tx)`
    update receipt_incidents set settled_at = ${at}, reason = ${reason}, dismissed_by = ${actor.user?.id ?? null},
      dismissed_by_login = ${actor.user?.login ?? null}, beside = array(${salesOf(sql`coalesce(
        (select d.ttn from provider_documents d where d.provider_id = receipt_incidents.provider_id),
        receipt_incidents.details ->> 'ttn')`)})
    where kind = 'orphan' and provider_id = ${provider_id} and settled_at is null
    returning cash_register_id, order_id, order_of_incident(receipt_incidents) as shown_order`

export const settleIncident = (tx: Tx, id: string, at: string): Promise<void> =>
  run(tx)`update receipt_incidents set settled_at = ${at} where id = ${id} and settled_at is null`

/**
 * A document that a person gave to a receipt is no longer an orphan, nor marked as not ours: should the receipt end
 * before it, it blocks new receipts again. The audit log keeps who marked it, and why.
 */
export const settleOrphan = (tx: Tx, provider_id: string, settled_at: string): Promise<void> =>
  run(tx)`
    update receipt_incidents set settled_at = coalesce(settled_at, ${settled_at}), reason = null, beside = null, dismissed_by = null,
      dismissed_by_login = null
    where kind = 'orphan' and provider_id = ${provider_id} and (settled_at is null or reason is not null)`
