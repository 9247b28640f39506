import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'

/** So many changed orders are judged by one statement. */
const mostAtOnce = 5_000

/** Orders that changed since they were last judged; triggers leave their ids here (migration 0033). */
export async function isAnyUnjudged(db: Db): Promise<boolean> {
  const { rows } = await sql`select from orders_unjudged limit 1`.execute(db)
  return rows.length > 0
}

export async function takeUnjudged(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    delete from orders_unjudged where id in (select id from orders_unjudged order by id limit ${mostAtOnce})
    returning order_id`.execute(tx)
  return [...new Set(rows.map(({ order_id }) => order_id))]
}
