import { sql } from 'kysely'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'

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

export interface NewIncident {
  id: string
  at: string
  kind: 'orphan'
  cash_register_id: string
  provider_id: string
  order_id: string | null
  details: Record<string, unknown>
}

/** True when it is new: each document is shown to people once. */
export async function insertIncident(db: Db | Tx, incident: NewIncident): Promise<boolean> {
  const { id, at, kind, cash_register_id, provider_id, order_id } = incident
  const { numAffectedRows } = await sql`
    insert into receipt_incidents (id, at, kind, cash_register_id, provider_id, order_id, details)
    values (${id}, ${at}, ${kind}, ${cash_register_id}, ${provider_id}, ${order_id}, ${JSON.stringify(incident.details)}::jsonb)
    on conflict (kind, provider_id) where settled_at is null do nothing`.execute(db)
  return numAffectedRows === 1n
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

export async function listOpenIncidents(db: Db, registerId: string): Promise<OpenIncident[]> {
  const { rows } = await sql<OpenIncident>`
    select id, provider_id, order_id,
      exists (select from receipts where receipts.provider_id = receipt_incidents.provider_id
                and state not in ('cancelled', 'failed')) as is_adopted,
      exists (select from provider_documents d where d.provider_id = receipt_incidents.provider_id) as is_in_snapshot,
      (select d.scope from provider_documents d where d.provider_id = receipt_incidents.provider_id) as scope
    from receipt_incidents
    where cash_register_id = ${registerId} and settled_at is null and provider_id is not null`.execute(db)
  return rows
}

/** The open one of this document; undefined: there is none. */
export async function dismissIncident(
  tx: Tx,
  { provider_id, reason, at, actor }: { provider_id: string; reason: string; at: string; actor: Actor },
): Promise<{ cash_register_id: string; order_id: string | null } | undefined> {
  const { rows } = await sql<{ cash_register_id: string; order_id: string | null }>`
    update receipt_incidents set settled_at = ${at}, reason = ${reason}, dismissed_by = ${actor.user?.id ?? null},
      dismissed_by_login = ${actor.user?.login ?? null}
    where kind = 'orphan' and provider_id = ${provider_id} and settled_at is null
    returning cash_register_id, order_id`.execute(tx)
  return rows[0]
}

export async function settleIncident(tx: Tx, id: string, at: string): Promise<void> {
  await sql`update receipt_incidents set settled_at = ${at} where id = ${id} and settled_at is null`.execute(tx)
}

/**
 * A document that a person gave to a receipt is no longer an orphan, nor marked as not ours: should the receipt end
 * before it, it blocks new receipts again. The audit log keeps who marked it, and why.
 */
export async function settleOrphan(tx: Tx, provider_id: string, settled_at: string): Promise<void> {
  await sql`
    update receipt_incidents set settled_at = coalesce(settled_at, ${settled_at}), reason = null, dismissed_by = null,
      dismissed_by_login = null
    where kind = 'orphan' and provider_id = ${provider_id} and (settled_at is null or reason is not null)`.execute(tx)
}
