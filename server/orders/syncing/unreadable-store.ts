import { sql } from 'kysely'
import type { UnreadableOrder } from '#/server/integrations/crm/crm-client.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    crm_unreadable: {
      source: number
      key: string
      crm_id: string | null
      number: string | null
      updated_at: string | null
      field: string
      detail: string
      noticed_at: string
    }
  }
}

export type KeptAside = Omit<UnreadableOrder, 'place'>

/** Enough to read through; how many there are in all is shown beside them. */
const mostShown = 100

/** As the API shows it, oldest first, to be selected beside the state of the sync of source $1. */
export const unreadableJson = `(select json_build_object('count', count(*), 'items', coalesce(json_agg(
    json_build_object('crm_id', crm_id, 'number', number, 'field', field, 'detail', detail) order by place)
      filter (where place <= ${mostShown}), '[]'))
  from (select u.*, row_number() over (order by noticed_at, key) as place from crm_unreadable u where source = $1) listed)`

export const listKeptAside = (db: Db, source: number): Promise<KeptAside[]> =>
  db
    .selectFrom('crm_unreadable')
    .select(['key', 'crm_id', 'number', 'updated_at', 'field', 'detail'])
    .where('source', '=', source)
    .execute()

export async function countUnreadable(db: Db, source: number): Promise<number> {
  const { count } = await db
    .selectFrom('crm_unreadable')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('source', '=', source)
    .executeTakeFirstOrThrow()
  return count
}

/** One statement for all; when it was first noticed stays. */
export async function keepAside(
  tx: Tx,
  source: number,
  orders: readonly KeptAside[],
  noticed_at: string,
): Promise<void> {
  await sql`
    insert into crm_unreadable (source, key, crm_id, number, updated_at, field, detail, noticed_at)
    select ${source}::smallint, key, crm_id, number, updated_at, field, detail, ${noticed_at}
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      as kept (key text, crm_id text, number text, updated_at timestamptz, field text, detail text)
    on conflict (source, key) do update set crm_id = excluded.crm_id, number = excluded.number, updated_at = excluded.updated_at,
      field = excluded.field, detail = excluded.detail`.execute(tx)
}

/** They can be read again, or the CRM has them no more. */
export async function forgetKeptAside(tx: Tx, source: number, keys: readonly string[]): Promise<void> {
  await sql`delete from crm_unreadable where source = ${source} and key = any(${keys})`.execute(tx)
}
