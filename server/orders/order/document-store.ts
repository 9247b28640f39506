import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    order_documents: {
      order_id: string
      revision: number
      hidden: boolean
      has_parcel: boolean
      crm_changed: boolean
      prepayment_stays: boolean
      body: string
    }
  }
}

/** So many orders at a time: their texts lie in memory meanwhile. */
const atOnce = 5_000

/**
 * The orders whose document is missing or is not what the rows of order, parcel and receipts say. Triggers keep them right, so there
 * are some only where triggers were off.
 */
export async function listWrongDocuments(db: Db | Tx): Promise<string[]> {
  const wrong: string[] = []
  for (let after: string | null = null; ;) {
    const { rows } = await sql<{ id: string; is_right: boolean }>`
      with these as materialized (
        select id from orders where ${after}::uuid is null or id > ${after}::uuid order by id limit ${atOnce})
      select fresh.order_id as id,
        (d.hidden, d.has_parcel, d.crm_changed, d.prepayment_stays, d.body)
          is not distinct from (fresh.hidden, fresh.has_parcel, fresh.crm_changed, fresh.prepayment_stays, fresh.body) as is_right
      from order_bodies(array(select id from these)) fresh left join order_documents d using (order_id)
      order by id`.execute(db)
    for (const { id, is_right } of rows) if (!is_right) wrong.push(id)
    after = rows.at(-1)?.id ?? null
    if (rows.length < atOnce) return wrong
  }
}

/** Writes those anew. Gives how many there were. */
export async function mendDocuments(tx: Tx): Promise<number> {
  const wrong = await listWrongDocuments(tx)
  for (let from = 0; from < wrong.length; from += atOnce)
    await sql`select write_order_documents(${wrong.slice(from, from + atOnce)}::uuid[])`.execute(tx)
  return wrong.length
}
