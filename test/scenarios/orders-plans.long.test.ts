import { CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { OrderList } from '#/contract/orders.ts'
import { toPartedCursor } from '#/server/platform/cursor.ts'
import { startShop } from '../support/shop.ts'
import { staysFresh } from '../support/test-app.ts'

/** What the plans of PostgreSQL read at the size of a shop that has been at work for years. */
const { kasyr, client } = await startShop({ role: 'admin', web: staysFresh })
const orders = 100_000
const piece = 10_000

/** All with a common word, every tenth without a TTN, a surname for two hundred of them. A quarter in each tab, the newest without a receipt: tabs go with time. */
beforeAll(async () => {
  for (let first = 0; first < orders; first += piece)
    await sql`
      insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, ttn, notes, goods, total, search,
        crm, has_receipt, parcel_group)
      select gen_random_uuid(), n, n, timestamptz '2026-01-01' + n * interval '1 minute', '', 'Покупець', (380670000000 + n)::text,
        case when n % 10 <> 0 then (20450000000000 + n)::text end, '', '[]', n, ' прізвище' || n % 500 || ' чохол для телефона скло захисне', '{}', (n - 1) / 25000 = 2,
        (array['received', 'refused', null, null])[1 + (n - 1) / 25000]
      from generate_series(${first}::int + 1, ${first}::int + ${piece}::int) n`.execute(kasyr.db)
  await sql`vacuum analyze orders, parcels, order_documents`.execute(kasyr.db)
  // The first look brings the queue up to the CRM.
  await client.get('/orders')
})

const Plan = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  get Plans() {
    return z.array(Plan).default([])
  },
})
type Node = z.infer<typeof Plan>
const Explained = z.tuple([z.looseObject({ 'QUERY PLAN': z.tuple([z.looseObject({ Plan })]) })])

const nodesOf = (node: Node): Node[] => [node, ...node.Plans.flatMap(nodesOf)]

/** A run over the CRM, which may begin meanwhile, also writes. */
const isReading = /^\s*(\/\*.*?\*\/\s*)?(with|select)\b/

interface Sent {
  text: string
  values: unknown[]
}

/** The very statements by which a request reads. */
async function sentFor(path: string): Promise<Sent[]> {
  const sent: Sent[] = []
  kasyr.watchStatements((text, values) => {
    if (typeof text === 'string' && isReading.test(text))
      sent.push({ text, values: Array.isArray(values) ? values : [] })
  })
  expect((await client.get(path)).status).toBe(200)
  kasyr.watchStatements(null)
  expect(sent.length).toBeGreaterThan(0)
  return sent
}

/** Every scan of a table or an index that a request causes. */
async function scansOf(path: string): Promise<Node[]> {
  const sent = await sentFor(path)
  const explained = await Promise.all(
    sent.map(({ text, values }) =>
      kasyr.db.executeQuery(CompiledQuery.raw(`explain (analyze, format json) ${text}`, values)),
    ),
  )
  return explained
    .flatMap(({ rows }) => nodesOf(Explained.parse(rows)[0]['QUERY PLAN'][0].Plan))
    .filter((node) => node['Node Type'].includes('Scan'))
}

const rowsRead = (scans: readonly Node[]): number =>
  scans.reduce(
    (sum, node) =>
      sum +
      node['Actual Loops'] *
        (node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck']),
    0,
  )
const tables = new Set(['orders', 'order_documents', 'parcels', 'receipts'])
const readThrough = (scans: readonly Node[]): string[] =>
  scans.flatMap((node) =>
    node['Node Type'] === 'Seq Scan' && tables.has(node['Relation Name'] ?? '') ? [node['Relation Name'] ?? ''] : [],
  )

/** The list of the tab without receipts goes on after its order at this place. */
async function pageAfter(place: number): Promise<string> {
  const { rows } = await sql<{ at: string; id: string; in_first_part: boolean }>`
    select ordered_at as at, id, ttn is not null as in_first_part from orders where tab = 'no_receipt'
    order by ttn is null, ordered_at desc, id desc limit 1 offset ${place}`.execute(kasyr.db)
  const [row] = rows
  if (row === undefined) throw new Error(`no order at ${place}`)
  return `/orders?tab=no_receipt&cursor=${toPartedCursor({ ...row, at: new Date(row.at).toISOString() })}`
}

/** Of 25,000 orders of the tab every tenth has no TTN. */
const pages: [string, () => Promise<string> | string][] = [
  ['the first page', () => '/orders?tab=no_receipt'],
  ['a page in the midst of those with a TTN', () => pageAfter(11_000)],
  ['the page across the border between the two parts', () => pageAfter(22_480)],
  ['a page in the midst of those without a TTN', () => pageAfter(23_000)],
  ['the last page', () => pageAfter(24_949)],
]

test.each(pages)('%s is one walk along the queue, and no longer than the page', async (_what, path) => {
  const scans = (await scansOf(await path())).filter((node) => node['Relation Name'] === 'orders')
  expect(scans.map((node) => [node['Node Type'], node['Index Name']])).toEqual([['Index Only Scan', 'orders_queue']])
  expect(rowsRead(scans)).toBeLessThanOrEqual(51)
})

test.each(pages)('%s is not planned anew each time', async (_what, path) => {
  const page = (await sentFor(await path())).find(({ text }) => text.includes('chosen as materialized'))
  const given = page?.values.map((value) => `'${String(value)}'`) ?? []
  const plans = await kasyr.db.connection().execute(async (one) => {
    await sql.raw(`prepare a_page as ${page?.text ?? ''}`).execute(one)
    for (let times = 0; times < 10; times += 1) await sql.raw(`execute a_page(${given.join()})`).execute(one)
    const { rows } = await sql<{ generic: number }>`
      select generic_plans::int as generic from pg_prepared_statements where name = 'a_page'`.execute(one)
    await sql`deallocate a_page`.execute(one)
    return rows
  })
  // PostgreSQL weighs the first five times.
  expect(plans).toEqual([{ generic: 5 }])
})

test.each<[string, () => Promise<string> | string, number]>([
  ...pages.map(([what, path]): [string, typeof path, number] => [what, path, 1_000]),
  ['the counts', () => '/orders?limit=1', 100],
  ['the summary', () => '/orders/summary', 100],
  ['a search by name', () => `/orders?q=${encodeURIComponent('прізвище77')}`, 3_000],
  ['a day', () => '/orders?from=2026-02-01&to=2026-02-01&tab=refused', 10_000],
  ['a search by the end of a TTN', () => '/orders?q=99321', 500],
  ['a search by the end of a phone', () => '/orders?q=0670099321', 500],
])('%s reads no table through, and little more than it shows', async (_what, path, most) => {
  const scans = await scansOf(await path())
  expect(readThrough(scans)).toEqual([])
  expect(rowsRead(scans)).toBeLessThan(most)
})

test('one order is read by its key', async () => {
  const [order] = (await client.get<OrderList>('/orders?limit=1')).body.items
  const scans = await scansOf(`/orders/${order?.id}`)
  expect(readThrough(scans)).toEqual([])
  expect(rowsRead(scans)).toBeLessThan(20)
})
