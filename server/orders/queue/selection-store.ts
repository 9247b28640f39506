import { sql } from 'kysely'
import { mostSelected, type OrderSelectionQuery } from '#/contract/orders.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { whatIsAsked } from './filter-store.ts'
import { queueOrder } from './queue-order.ts'
import type { TroubleTimes } from './rules.ts'

/** The orders of a filter in the order of the list, as JSON. One more than may be selected tells that there are more. */
export async function selectOrders(
  db: Db,
  { tab, ...filters }: OrderSelectionQuery,
  times: TroubleTimes,
): Promise<string> {
  const { rows } = await sql<{ selection: string }>`
    with chosen as (
      select o.id, o.total, o.stands_first, o.ordered_at from orders o
      where o.deleted_at is null and o.tab = ${tab} and ${whatIsAsked(filters, times) ?? sql`true`}
      order by ${queueOrder(tab)} limit ${mostSelected + 1}),
    placed as (select id, total, row_number() over (order by ${queueOrder(tab)}) as place from chosen)
    select json_build_object(
      'ids', coalesce(json_agg(id order by place) filter (where place <= ${mostSelected}), '[]'),
      'count', count(*) filter (where place <= ${mostSelected}),
      'total', coalesce(sum(total) filter (where place <= ${mostSelected}), 0),
      'more', count(*) > ${mostSelected})::text as selection
    from placed`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate always gives a row')
  return row.selection
}
