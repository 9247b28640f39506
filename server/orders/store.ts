import { sql, type Generated, type GeneratedAlways, type RawBuilder } from 'kysely'
import { tabs, type Goods, type Order, type OrderListQuery, type Tab } from '#/contract/orders.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import { prepared } from '#/server/platform/database/prepared.ts'
import { orderJson, orderWithParcel } from './order-json.ts'
import { differences, toContent, type Differences } from './rules.ts'
import { toPattern, understandQuery, type UnderstoodQuery } from './search.ts'

export interface OrderContent {
  recipient_name: string
  recipient_phone: string
  ttn: string | null
  notes: string
  goods: Goods[]
  total: number
}

declare module '#/server/platform/database/database.ts' {
  interface Tables {
    orders: {
      id: string
      crm_id: string
      number: string
      ordered_at: string
      crm_status: string
      recipient_name: string
      recipient_phone: string
      ttn: string | null
      notes: string
      goods: unknown
      total: number
      search: string
      crm: unknown
      crm_changed: Generated<boolean>
      created_at: Generated<string>
      edited_at: string | null
      deleted_at: string | null
      version: Generated<number>
      has_receipt: Generated<boolean>
      status_code: number | null
      tab: GeneratedAlways<Tab>
    }
    order_tallies: { id: GeneratedAlways<number>; name: string; amount: number }
  }
}

export interface OrderPage {
  /** Whole orders as JSON, with commas between them. */
  items: string
  /** Where the next page begins; null on the last one. */
  last: PageCursor | null
  counts: Record<Tab, number>
}

interface PageRow {
  items: string | null
  found: number
  last_at: string | null
  last_id: string | null
  counts: Record<string, number> | null
}

/** A page and the counts of all tabs in one statement. One row more than asked for tells that there is a next page. */
export async function listOrders(db: Db, query: OrderListQuery, after: PageCursor | null): Promise<OrderPage> {
  const narrowed = whatIsAsked(query)
  const place = after === null ? sql`` : sql`and (o.ordered_at, o.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
  const bounded = sql`order by o.ordered_at desc, o.id desc limit ${sql.lit(query.limit + 1)}`
  const tab = sql.lit(query.tab)
  const page =
    narrowed === null
      ? sql`chosen as materialized (
          select o.id, o.ordered_at from orders o where o.tab = ${tab} and o.deleted_at is null ${place} ${bounded})`
      : sql`hits as materialized (select o.id, o.tab, o.ordered_at from orders o where o.deleted_at is null and ${narrowed}),
        chosen as materialized (select o.id, o.ordered_at from hits o where o.tab = ${tab} ${place} ${bounded})`
  const counted = narrowed === null ? talliedCounts : sql`select tab as name, count(*) as amount from hits group by tab`
  const { rows } = await sql<PageRow>`${narrowed === null ? prepared : sql``}
    with ${page},
    placed as (select id, ordered_at, row_number() over (order by ordered_at desc, id desc) as place from chosen)
    select
      (select string_agg(${orderJson}::text, ',' order by placed.place)
       from placed join orders o on o.id = placed.id left join parcels p on p.order_id = o.id
       where placed.place <= ${sql.lit(query.limit)}) as items,
      (select count(*) from chosen) as found,
      (select ordered_at from placed where place = ${sql.lit(query.limit)}) as last_at,
      (select id from placed where place = ${sql.lit(query.limit)}) as last_id,
      (select json_object_agg(name, amount) from (${counted}) counted) as counts`.execute(db)
  const [row] = rows
  const hasNext = (row?.found ?? 0) > query.limit
  return {
    items: row?.items ?? '',
    last: hasNext && row?.last_at && row.last_id ? { at: row.last_at, id: row.last_id } : null,
    counts: toCounts(row?.counts ?? {}),
  }
}

const talliedCounts = sql`select name, sum(amount) as amount from order_tallies where name in (${sql.join(tabs.map((tab) => sql.lit(tab)))}) group by name`

const toCounts = (found: Record<string, number>): Record<Tab, number> => ({
  no_receipt: found['no_receipt'] ?? 0,
  has_receipt: found['has_receipt'] ?? 0,
  refused: found['refused'] ?? 0,
  received: found['received'] ?? 0,
})

/** null: everything is asked for, so the kept counts hold. */
function whatIsAsked({ q, cash_register_id }: OrderListQuery): RawBuilder<unknown> | null {
  const parts = [
    ...(q === undefined ? [] : [matches(understandQuery(q))]),
    ...(cash_register_id === undefined
      ? []
      : [sql`o.id in (select order_id from parcels where active and cash_register_id = ${cash_register_id})`]),
  ]
  return parts.length === 0 ? null : sql.join(parts, sql` and `)
}

function matches(query: UnderstoodQuery): RawBuilder<unknown> {
  switch (query.kind) {
    case 'nothing':
      return sql`true`
    case 'sum':
      return sql`o.total = ${query.sum}`
    case 'digits': {
      const end = `${Array.from(query.digits).toReversed().join('')}%`
      const sum = query.sum === null ? sql`` : sql`or o.total = ${query.sum}`
      return sql`(reverse(o.ttn) like ${end} or reverse(o.recipient_phone) like ${end} or reverse(o.number) like ${end} ${sum})`
    }
    case 'words':
      return sql.join(
        // Spelled out: the index serves each LIKE by itself, but not LIKE ANY.
        query.words.map(
          (ways) =>
            sql`(${sql.join(
              ways.map((way) => sql`o.search like ${toPattern(way)}`),
              sql` or `,
            )})`,
        ),
        sql` and `,
      )
  }
}

export async function findOrder(db: Db | Tx, id: string): Promise<Order | undefined> {
  const { rows } = await sql<{ item: Order }>`${prepared}
    select ${orderJson} as item from ${orderWithParcel} where o.id = ${id} and o.deleted_at is null`.execute(db)
  return rows[0]?.item
}

/** With what the CRM now has otherwise, when a person took the order into their own hands. */
export async function findWithDifference(
  db: Db,
  id: string,
): Promise<(Order & { crm_difference: Differences | null }) | undefined> {
  const { rows } = await sql<{ item: Order; crm: OrderContent }>`
    select ${orderJson} as item, o.crm from ${orderWithParcel} where o.id = ${id} and o.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { item, crm } = row
  return { ...item, crm_difference: item.crm_changed ? differences(toContent(item), crm) : null }
}

export interface Summary {
  count: number
  cod_total: number
  received_without_receipt: number
}

export async function summarizeOrders(db: Db): Promise<Summary> {
  const { rows } = await sql<Summary>`${prepared}
    select coalesce(sum(amount) filter (where name = 'awaited'), 0)::bigint as count,
      coalesce(sum(amount) filter (where name = 'awaited_cod'), 0)::bigint as cod_total,
      coalesce(sum(amount) filter (where name = 'received_without_receipt'), 0)::bigint as received_without_receipt
    from order_tallies`.execute(db)
  return rows[0] ?? { count: 0, cod_total: 0, received_without_receipt: 0 }
}

/** What editing needs to know, locked so that nobody else decides meanwhile. */
export async function lockOrder(tx: Tx, id: string) {
  return tx
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'recipient_name',
      'recipient_phone',
      'ttn',
      'notes',
      'goods',
      'total',
      'version',
      'has_receipt',
      'deleted_at',
      'crm',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The TTN's parcel is reset by the same statement (triggers of migration 0005). */
export async function updateContent(
  tx: Tx,
  id: string,
  content: OrderContent,
  search: string,
  edited_at: string,
): Promise<void> {
  await sql`
    update orders set recipient_name = ${content.recipient_name}, recipient_phone = ${content.recipient_phone}, ttn = ${content.ttn},
      notes = ${content.notes}, goods = ${JSON.stringify(content.goods)}::jsonb, total = ${content.total}, search = ${search},
      edited_at = ${edited_at}, version = version + 1, crm_changed = false
    where id = ${id}`.execute(tx)
}

export async function setDeleted(tx: Tx, id: string, deleted_at: string | null): Promise<void> {
  await sql`update orders set deleted_at = ${deleted_at}, version = version + 1 where id = ${id}`.execute(tx)
}

/** The tallies only grow by small changes; now and then they are put together again. Readers see the same sums throughout. */
export async function compactTallies(db: Db): Promise<void> {
  await sql`
    with taken as (delete from order_tallies returning name, amount)
    insert into order_tallies (name, amount) select name, sum(amount) from taken group by name having sum(amount) <> 0`.execute(
    db,
  )
}
