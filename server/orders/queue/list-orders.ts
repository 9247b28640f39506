import { sql, type RawBuilder } from 'kysely'
import type { OrderListQuery } from '#/contract/orders.ts'
import { mostCounted, tabs, type Tab } from '#/contract/tabs.ts'
import type { PartedCursor } from '#/server/platform/cursor.ts'
import { asOf } from '#/server/platform/database/as-of.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { instant } from '#/server/platform/database/json.ts'
import { prepare, runPrepared, textOf } from '#/server/platform/database/prepared.ts'
import { isLookedUp, whatIsAsked } from './filter-store.ts'
import { orderText, withRegister } from '../order/order-document.ts'
import { inTab, queueOrder } from './queue-order.ts'
import type { TroubleTimes } from './rules.ts'

export interface OrderPage {
  /** Whole orders as JSON, with commas between them. */
  items: string
  /** Where the next page begins; null on the last one. */
  last: PartedCursor | null
  counts: Record<Tab, number>
  /** Tabs of which more was found than counted. */
  counted_in_part: Tab[]
  /** Of two pages of the same list the one with the greater number contains all that the other does. */
  as_of: number
}

/**
 * One row more than asked for tells that there is a next page. Of a whole tab the counts are kept; a filter or a search counts what it
 * finds. Hidden orders are one list, whichever tab they were in; so are those that need attention, unless a tab is named.
 */
export function listOrders(
  db: Db | Tx,
  query: OrderListQuery,
  after: PartedCursor | null,
  times: TroubleTimes,
): Promise<OrderPage> {
  const isNarrowed = query.hidden || whatIsAsked(query, times) !== null
  return isNarrowed ? pageOfHits(db, query, after, times) : pageOfTab(db, query, after)
}

/** The tab that is shown when none is named. */
const firstTab: Tab = 'no_receipt'

type Counts = Record<string, number>

interface TabPage {
  items: string | null
  found: number
  last: PartedCursor | null
  counts: Counts | null
  as_of: number
}

/** A list over several tabs has one part and ignores what its cursors say of it. */
const asPlace = sql`json_build_object('id', id, 'at', ${instant(sql`ordered_at`)}, 'in_first_part', stands_first)`

/** Everything of a tab: the page and the kept counts of all tabs in one statement. */
async function pageOfTab(
  db: Db | Tx,
  { tab = firstTab, limit }: OrderListQuery,
  after: PartedCursor | null,
): Promise<OrderPage> {
  const place = after === null ? [] : [after.in_first_part, after.at, after.id]
  const [row] = await runPrepared(db, tabPage(tab, limit, after !== null), [limit, ...place])
  return {
    items: row?.items ?? '',
    last: (row?.found ?? 0) > limit ? (row?.last ?? null) : null,
    counts: countsOf(row?.counts),
    counted_in_part: [],
    as_of: row?.as_of ?? 0,
  }
}

/** Most of a page in the text of the statement: a plan for any number would read more than a page. */
const pageSizes = [1, 50, 100, 200]

/**
 * The values stand in questions of their own, so that the plan does not depend on them: near the end of a tab PostgreSQL would
 * otherwise plan anew each time, which takes longer than reading.
 */
function tabPage(tab: Tab, limit: number, hasPlace: boolean) {
  const most = pageSizes.find((size) => size >= limit) ?? limit
  const place = hasPlace
    ? 'and (o.stands_first, o.ordered_at, o.id) < ((select $2::boolean), (select $3::timestamptz), (select $4::uuid))'
    : ''
  return prepare<TabPage>(`
    with chosen as materialized (
      select o.id, o.stands_first, o.ordered_at from orders o where o.tab = '${tab}' and o.deleted_at is null ${place}
      order by ${inTab} limit ${most + 1}),
    page as (select * from chosen order by ${inTab} limit (select $1::int))
    select
      (select string_agg(item, ',' order by ${inTab}) from (
        select page.*, ${textOf(orderText)} as item
        from page join order_documents d on d.order_id = page.id ${textOf(withRegister)}) items) as items,
      (select count(*) from chosen) as found,
      (select ${textOf(asPlace)} from page order by stands_first, ordered_at, id limit 1) as last,
      (select json_object_agg(name, amount) from (select name, sum(amount) as amount from order_tallies group by name) kept) as counts,
      ${textOf(asOf)} as as_of`)
}

interface Hits {
  chosen: PartedCursor[] | null
  counts: Counts | null
  as_of: number
  found: number
}

/** A search that finds more is a common word: reading along the queue costs less than fetching every order by its words. */
const mostLookedUp = 5_000

/**
 * What a filter or a search found: first which orders, then the page of them. In two steps, because planning the whole at every search
 * costs more than finding. Words are looked up; where that finds too many, PostgreSQL plans anew for the very words.
 */
async function pageOfHits(
  db: Db | Tx,
  query: OrderListQuery,
  after: PartedCursor | null,
  times: TroubleTimes,
): Promise<OrderPage> {
  const { limit, hidden } = query
  const asked = { query, after }
  const few =
    query.q === undefined ? null : await findHits(db, asked, whatIsAsked(query, times, isLookedUp), mostLookedUp)
  const hits =
    few === null || few.found > mostLookedUp ? await findHits(db, asked, whatIsAsked(query, times), null) : few
  const chosen = hits.chosen ?? []
  const shown = chosen.slice(0, limit)
  const [page] = await runPrepared(db, hidden ? hiddenById : ordersById, [shown.map(({ id }) => id)])
  const counts = countsOf(hits.counts)
  return {
    items: page?.items ?? '',
    last: chosen.length > limit ? (shown.at(-1) ?? null) : null,
    counts: mapTabs((name) => Math.min(counts[name], mostCounted)),
    counted_in_part: tabs.filter((name) => counts[name] > mostCounted),
    // Which orders stand where was read first; what they say has revisions of its own.
    as_of: hits.as_of,
  }
}

/** `most`: so many and one more are found, whichever they are; null: all. */
async function findHits(
  db: Db | Tx,
  { query, after }: { query: OrderListQuery; after: PartedCursor | null },
  narrowed: RawBuilder<unknown> | null,
  most: number | null,
): Promise<Hits> {
  const { limit, hidden, attention } = query
  const tab = hidden ? undefined : (query.tab ?? (attention ? undefined : firstTab))
  const order = queueOrder(tab)
  const { rows } = await sql<Hits>`
    with hits as materialized (
      select o.id, o.tab, o.stands_first, o.ordered_at from orders o
      where ${hidden ? sql`o.deleted_at is not null` : sql`o.deleted_at is null`} and ${narrowed ?? sql`true`}
      ${most === null ? sql`` : sql`limit ${most + 1}`}),
    chosen as (
      select id, stands_first, ordered_at from hits
      where ${tab === undefined ? sql`true` : sql`tab = ${tab}`} and ${after === null ? sql`true` : isAfter(after, tab)}
      order by ${order} limit ${limit + 1})
    select (select json_agg(${asPlace} order by ${order}) from chosen) as chosen,
      (select json_object_agg(tab, amount) from (select tab, count(*) as amount from hits group by tab) counted) as counts,
      (select count(*) from hits) as found, ${asOf} as as_of`.execute(db)
  return rows[0] ?? { chosen: null, counts: null, found: 0, as_of: 0 }
}

const isAfter = ({ in_first_part, at, id }: PartedCursor, tab: Tab | undefined): RawBuilder<unknown> =>
  tab === undefined
    ? sql`(ordered_at, id) < (${at}::timestamptz, ${id}::uuid)`
    : sql`(stands_first, ordered_at, id) < (${in_first_part}::boolean, ${at}::timestamptz, ${id}::uuid)`

/** Whether they are still there, or still hidden, is asked again: time has passed since they were found. */
const byIdWhere = (isThere: string) =>
  prepare<{ items: string | null }>(`
  select string_agg(${textOf(orderText)}, ',' order by chosen.place) as items
  from unnest($1::uuid[]) with ordinality as chosen (id, place)
    join order_documents d on d.order_id = chosen.id ${textOf(withRegister)}
  where ${isThere}`)
const ordersById = byIdWhere('not d.hidden')
const hiddenById = byIdWhere('d.hidden')

const mapTabs = (amountOf: (tab: Tab) => number): Record<Tab, number> => ({
  no_receipt: amountOf('no_receipt'),
  has_receipt: amountOf('has_receipt'),
  refused: amountOf('refused'),
  received: amountOf('received'),
})

const countsOf = (found: Counts | null | undefined): Record<Tab, number> => mapTabs((tab) => found?.[tab] ?? 0)
