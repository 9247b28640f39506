import { sql } from 'kysely'
import type { Tx } from '#/server/platform/database/db.ts'

/** The same counts that the triggers keep, from the rows themselves. */
const counted = sql`
  select tab as name, count(*) as amount from orders where deleted_at is null group by tab
  union all
  select 'received_without_receipt', count(*) from orders where lacks_receipt
  union all
  select 'awaited', count(*) from parcels where active and awaited is not null
  union all
  select 'awaited_cod', coalesce(sum(awaited), 0) from parcels where active and awaited is not null`

/** Counts anew where the triggers were off. Gives how many counts were wrong. */
export async function recountTallies(tx: Tx): Promise<number> {
  const { rows: wrong } = await sql<{ name: string; difference: number }>`
    with counted as (${counted}), kept as (select name, sum(amount) as amount from order_tallies group by name)
    select name, (coalesce(counted.amount, 0) - coalesce(kept.amount, 0))::bigint as difference
    from counted full join kept using (name) where coalesce(counted.amount, 0) <> coalesce(kept.amount, 0)`.execute(tx)
  for (const { name, difference } of wrong)
    await sql`insert into order_tallies (name, amount) values (${name}, ${difference})`.execute(tx)
  return wrong.length
}
