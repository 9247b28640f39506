import { sql, type RawBuilder } from 'kysely'
import type { OrderListQuery } from '#/contract/orders.ts'
import { mostCounted, tabs, type Tab } from '#/contract/tabs.ts'
import type { PartedCursor } from '#/server/platform/cursor.ts'
import { instant } from '#/server/platform/database/json.ts'
import { prepare, runOnce, runPlanned, runPrepared, runShaped, textOf } from '#/server/platform/database/prepared.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { hasSteadyPlan, whatIsAsked, whatIsRead } from './filter-store.ts'
import { orderText, withRegister } from './order-document.ts'
import { inTab, queueOrder } from './queue-order.ts'

export interface OrderPage {
  /** Whole orders as JSON, with commas between them. */
  items: string
  /** Where the next page begins; null on the last one. */
  last: PartedCursor | null
  counts: Record<Tab, number>
  /** Tabs of which more was found than counted. */
  counted_in_part: Tab[]
}

/**
 * One row more than asked for tells that there is a next page. Of a whole tab the counts are kept; whatever narrows it
 * has counts of its own. What is hidden stands in one list, whichever tab it was in; so does what needs attention, unless
 * a tab is asked for.
 */
export function listOrders(
  db: Db | Tx,
  query: OrderListQuery,
  after: PartedCursor | null,
  paidBefore: Date,
): Promise<OrderPage> {
  const narrowed = whatIsAsked(query, paidBefore)
  if (query.hidden) return pageOfHits(db, query, after, narrowed ?? sql`true`)
  return narrowed === null ? pageOfTab(db, query, after) : pageOfHits(db, query, after, narrowed)
}

/** What is shown to whoever names no tab. */
const firstTab: Tab = 'no_receipt'

interface TabPage {
  items: string | null
  found: number
  last: PartedCursor | null
  counts: Partial<Record<Tab, number | null>>
}

/** A list over several tabs has one part: what its cursors say of it is not asked for. */
const asPlace = sql`json_build_object('id', id, 'at', ${instant(sql`ordered_at`)}, 'in_first_part', stands_first)`

/** Everything of a tab: the page and the kept counts of all tabs in one statement. */
async function pageOfTab(
  db: Db | Tx,
  { tab = firstTab, limit }: OrderListQuery,
  after: PartedCursor | null,
): Promise<OrderPage> {
  const values = after === null ? [] : [after.in_first_part, after.at, after.id]
  const [row] = !keptLimits.has(limit)
    ? await runOnce<TabPage>(db, tabText(tab, limit, after !== null), values)
    : after === null
      ? await runPrepared(db, firstPage(tab, limit))
      : await runPrepared(db, nextPage(tab, limit), values)
  return {
    items: row?.items ?? '',
    last: (row?.found ?? 0) > limit ? (row?.last ?? null) : null,
    counts: toCounts(row?.counts ?? {}),
    counted_in_part: [],
  }
}

/**
 * The pages the dashboard asks for, and one order for the counts alone. Any other limit is run without a name: PostgreSQL never forgets a prepared statement
 * while the connection lives, and two hundred limits would fill every connection with statements nobody asks twice.
 */
const keptLimits = new Set([1, 50, 100, 200])
const firstPage = keptPages((tab, limit) => prepare<TabPage>(tabText(tab, limit, false)))
const nextPage = keptPages((tab, limit) => prepare<TabPage>(tabText(tab, limit, true)))

function keptPages<Page>(make: (tab: Tab, limit: number) => Page): (tab: Tab, limit: number) => Page {
  const made = new Map<string, Page>()
  return (tab, limit) => {
    const key = `${tab} ${limit}`
    const page = made.get(key) ?? make(tab, limit)
    made.set(key, page)
    return page
  }
}

/**
 * The limit stands in the text: a plan for any limit would read more than a page. The place stands in questions of their own, so that
 * the plan does not depend on it: near the end of a tab PostgreSQL would otherwise plan anew each time, which took longer than reading.
 */
function tabText(tab: Tab, limit: number, hasPlace: boolean): string {
  const place = hasPlace
    ? 'and (o.stands_first, o.ordered_at, o.id) < ((select $1::boolean), (select $2::timestamptz), (select $3::uuid))'
    : ''
  return `
    with chosen as materialized (
      select o.id, o.stands_first, o.ordered_at from orders o where o.tab = '${tab}' and o.deleted_at is null ${place}
      order by ${inTab} limit ${limit + 1})
    select
      (select string_agg(item, ',' order by ${inTab}) from (
        select page.id, stands_first, ordered_at, ${textOf(orderText)} as item
        from (select * from chosen order by ${inTab} limit ${limit}) page
          join order_documents d on d.order_id = page.id ${textOf(withRegister)}) items) as items,
      (select count(*) from chosen) as found,
      (select ${textOf(asPlace)} from chosen order by ${inTab} offset ${limit - 1} limit 1) as last,
      (select json_build_object(${keptCounts}) from order_tallies) as counts`
}

const keptCounts = tabs.map((tab) => `'${tab}', sum(amount) filter (where name = '${tab}')`).join(', ')

interface Hits {
  chosen: PartedCursor[] | null
  counts: Record<string, number> | null
}

/** Up to so many orders with the words are read sooner than anything is weighed. */
const few = 5_000
/** As many orders of the queue are read in the time in which one is found by its words and counted. */
const queuedInTheTimeOfOneFound = 5

/**
 * What a search found: first which orders, with a plan made for what was typed unless any will do, then the page of them. In two steps,
 * because planning the whole at every search costs more than finding.
 */
async function pageOfHits(
  db: Db | Tx,
  query: OrderListQuery,
  after: PartedCursor | null,
  narrowed: RawBuilder<unknown>,
): Promise<OrderPage> {
  const { limit, hidden, attention } = query
  const tab = hidden ? undefined : (query.tab ?? (attention ? undefined : firstTab))
  const asked: Asked = {
    isFound: sql`${hidden ? sql`o.deleted_at is not null` : sql`o.deleted_at is null`} and ${narrowed}`,
    ofTab: tab === undefined ? sql`true` : sql`tab = ${tab}`,
    place: after === null ? sql`` : sql`and ${isAfter(after, tab)}`,
    order: queueOrder(tab),
    limit,
  }
  const isSteady = hasSteadyPlan(query)
  const [hits] =
    isSteady && (await isCommon(db, asked))
      ? await runPlanned(db, newestHits({ ...asked, isFound: sql`o.deleted_at is null and ${whatIsRead(query)}` }))
      : await (isSteady ? runShaped : runPlanned)(db, allHits(asked))
  const chosen = hits?.chosen ?? []
  const shown = chosen.slice(0, limit)
  const byId = hidden ? hiddenById : ordersById
  const [page] = shown.length === 0 ? [] : await runPrepared(db, byId, [shown.map(({ id }) => id)])
  const counts = toCounts(hits?.counts ?? {})
  return {
    items: page?.items ?? '',
    last: chosen.length > limit ? (shown.at(-1) ?? null) : null,
    counts: mapTabs((name) => Math.min(counts[name], mostCounted)),
    counted_in_part: tabs.filter((name) => counts[name] > mostCounted),
  }
}

interface Asked {
  isFound: RawBuilder<unknown>
  ofTab: RawBuilder<unknown>
  place: RawBuilder<unknown>
  order: RawBuilder<unknown>
  limit: number
}

const isAfter = ({ in_first_part, at, id }: PartedCursor, tab: Tab | undefined): RawBuilder<unknown> =>
  tab === undefined
    ? sql`(ordered_at, id) < (${at}::timestamptz, ${id}::uuid)`
    : sql`(stands_first, ordered_at, id) < (${in_first_part}::boolean, ${at}::timestamptz, ${id}::uuid)`

/** All that was found, counted to the last. */
const allHits = ({ isFound, ofTab, place, order, limit }: Asked) => sql<Hits>`
  with hits as materialized (select o.id, o.tab, o.stands_first, o.ordered_at from orders o where ${isFound}),
  chosen as (select id, stands_first, ordered_at from hits where ${ofTab} ${place} order by ${order} limit ${limit + 1})
  select (select json_agg(${asPlace} order by ${order}) from chosen) as chosen,
    (select json_object_agg(tab, amount) from (select tab, count(*) as amount from hits group by tab) counted) as counts`

/** The page, and of each tab as many as are counted. */
const newestHits = ({ isFound, ofTab, place, order, limit }: Asked) => sql<Hits>`
  with chosen as materialized (
    select id, stands_first, ordered_at from orders o where ${isFound} and ${ofTab} ${place} order by ${order} limit ${limit + 1})
  select (select json_agg(${asPlace} order by ${order}) from chosen) as chosen,
    (select json_object_agg(name, amount) from (${sql.join(
      tabs.map((name) => countedTab(name, isFound)),
      sql` union all `,
    )}) counted) as counts`

/** In order: along the queue, not through the table, where the orders of a tab may all lie at the end. */
const countedTab = (tab: Tab, isFound: RawBuilder<unknown>) => sql`
  select ${sql.lit(tab)} as name, (select count(*) from (
    select from orders o where ${isFound} and o.tab = ${sql.lit(tab)} order by ${sql.raw(inTab)}
    limit ${sql.lit(mostCounted + 1)}) newest) as amount`

/**
 * Whether so many orders have the words that it is sooner to read each tab from its newest order on, until enough of them are met,
 * than to find them all.
 */
async function isCommon(db: Db | Tx, asked: Asked): Promise<boolean> {
  const hits = await expectedHits(db, asked)
  if (hits <= few) return false
  const toRead = tabs.length * mostCounted * ((await expectedOrders(db)) / hits)
  return toRead < hits * queuedInTheTimeOfOneFound
}

/** What PostgreSQL expects from its samples of the table, without looking for it. */
async function expectedHits(db: Db | Tx, { isFound }: Asked): Promise<number> {
  const [row] = await runPlanned(
    db,
    sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from orders o where ${isFound}`,
  )
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

const size = prepare<{ rows: number }>(`select reltuples as rows from pg_class where oid = 'orders'::regclass`)

const expectedOrders = async (db: Db | Tx): Promise<number> => (await runPrepared(db, size))[0]?.rows ?? 0

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

const toCounts = (found: Partial<Record<Tab, number | null>>): Record<Tab, number> => mapTabs((tab) => found[tab] ?? 0)
