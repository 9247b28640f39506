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
  /** The snapshot has the document. */
  is_in_snapshot: boolean
  /** The account under which it was seen; null: not known. */
  scope: string | null
}

export const listOpenIncidents = (db: Db, registerId: string): Promise<OpenIncident[]> =>
  rowsFrom(db)`
    select id, provider_id, order_id,
      exists (select from receipts where receipts.provider_id = receipt_incidents.provider_id
                and state not in ('cancelled', 'failed')) as is_adopted,
      exists (select from provider_documents d where d.provider_id = receipt_incidents.provider_id) as is_in_snapshot,
      (select d.scope from provider_documents d where d.provider_id = receipt_incidents.provider_id) as scope
    from receipt_incidents
    where cash_register_id = ${registerId} and settled_at is null and provider_id is not null`

/** The open one of this document; undefined: there is none. */
export const dismissIncident = (
  tx: Tx,
  { provider_id, reason, at, actor }: { provider_id: string; reason: string; at: string; actor: Actor },
): Promise<{ cash_register_id: string; order_id: string | null } | undefined> =>
  rowFrom(tx)`
    update receipt_incidents set settled_at = ${at}, reason = ${reason}, dismissed_by = ${actor.user?.id ?? null},
      dismissed_by_login = ${actor.user?.login ?? null}
    where kind = 'orphan' and provider_id = ${provider_id} and settled_at is null
    returning cash_register_id, order_id`

export const settleIncident = (tx: Tx, id: string, at: string): Promise<void> =>
  run(tx)`update receipt_incidents set settled_at = ${at} where id = ${id} and settled_at is null`

/**
 * A document that a person gave to a receipt is no longer an orphan, nor marked as not ours: should the receipt end
 * before it, it blocks new receipts again. The audit log keeps who marked it, and why.
 */
export const settleOrphan = (tx: Tx, provider_id: string, settled_at: string): Promise<void> =>
  run(tx)`
    update receipt_incidents set settled_at = coalesce(settled_at, ${settled_at}), reason = null, dismissed_by = null,
      dismissed_by_login = null
    where kind = 'orphan' and provider_id = ${provider_id} and (settled_at is null or reason is not null)`
