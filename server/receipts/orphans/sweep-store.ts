import { sql } from 'kysely'
import type { EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'

export interface Unclaimed {
  provider_id: string
  ttn: string | null
  order_id: string | null
}

/**
 * Documents that no living receipt stands for, but for those a person has marked as not ours. While a receipt of the same TTN
 * is in doubt, about to be sent or shown to a person anyway, the document may be its own and is left to the look-ups.
 */
export async function listUnclaimed(
  db: Db,
  documents: readonly Pick<EttnDocument, 'id' | 'ttn'>[],
): Promise<Unclaimed[]> {
  const given = JSON.stringify(documents.map(({ id, ttn }) => ({ provider_id: id, ttn })))
  const { rows } = await sql<Unclaimed>`
    select d.provider_id, d.ttn, (select o.id from orders o where o.ttn = d.ttn order by o.ordered_at desc limit 1) as order_id
    from jsonb_to_recordset(${given}::jsonb) as d(provider_id text, ttn text)
    where not exists (select from receipts r where r.provider_id = d.provider_id and r.state not in ('cancelled', 'failed'))
      and not exists (select from receipt_incidents i where i.provider_id = d.provider_id and i.reason is not null)
      and not exists (select from receipts r where r.ttn = d.ttn and r.kind = 'ettn' and r.provider_id is null
                        and r.state in ('queued', 'sending', 'unknown', 'attention'))`.execute(db)
  return rows
}

/** The same of one document of the picture: empty when a living receipt stands for it, or it is gone. */
export async function listUnclaimedKept(
  tx: Tx,
  provider_id: string,
): Promise<(Unclaimed & { cash_register_id: string })[]> {
  const { rows } = await sql<Unclaimed & { cash_register_id: string }>`
    select d.provider_id, d.ttn, d.cash_register_id,
      (select o.id from orders o where o.ttn = d.ttn order by o.ordered_at desc limit 1) as order_id
    from provider_documents d
    where d.provider_id = ${provider_id} and d.gone_at is null and d.status <> 'cancelled' and not exists (
      select from receipts r where r.provider_id = d.provider_id and r.state not in ('cancelled', 'failed'))`.execute(
    tx,
  )
  return rows
}
