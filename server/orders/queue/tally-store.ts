import { sql, type GeneratedAlways } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    order_tallies: { id: GeneratedAlways<number>; name: string; amount: number }
  }
}

/** As JSON: it goes to the reader as it is. */
export const summaryReading = `
  select json_build_object(
    'count', coalesce(sum(amount) filter (where name = 'awaited'), 0),
    'cod_total', coalesce(sum(amount) filter (where name = 'awaited_cod'), 0),
    'received_without_receipt', coalesce(sum(amount) filter (where name = 'received_without_receipt'), 0))::text as told
  from order_tallies`
const summary = prepare<{ told: string }>(summaryReading)

export const readSummary = async (db: Db | Tx): Promise<string> => (await runPrepared(db, summary))[0]?.told ?? ''

/** The tallies only grow by small changes; now and then they are put together again. Readers see the same sums throughout. */
export async function compactTallies(db: Db): Promise<void> {
  await sql`
    with taken as (delete from order_tallies returning name, amount)
    insert into order_tallies (name, amount) select name, sum(amount) from taken group by name having sum(amount) <> 0`.execute(
    db,
  )
}

/** The same counts that the triggers keep, from the rows themselves. */
const counted = sql`
  select tab as name, count(*) as amount from orders where deleted_at is null group by tab
  union all
  select 'received_without_receipt', count(*) from orders where lacks_receipt
  union all
  select 'awaited', count(distinct ttn) from parcels where active and awaited is not null
  union all
  select 'awaited_cod', coalesce(sum(awaited), 0)
  from (select max(awaited) as awaited from parcels where active and awaited is not null group by ttn) one_each`

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
