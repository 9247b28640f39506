import { Pool } from 'pg'
import { toSearchForm, toSearchKey } from '#/contract/order-search.ts'
import { tabs } from '#/contract/tabs.ts'
import { columns } from './floor-tables.ts'

type Row = readonly (string | null)[]

/** Numbers, booleans and objects come from PostgreSQL as text and go out as they came. */
export const openPool = (url: string): Pool =>
  new Pool({
    connectionString: url,
    max: 10,
    options: '-c TimeZone=UTC',
    types: { getTypeParser: () => (value: unknown) => value },
  })

const quote = (text: string | null = null) => (text === null ? 'null' : JSON.stringify(text))
const truth = (text: string | null = null) => (text === 't' ? 'true' : 'false')

/** `2026-01-01 00:00:00+00` as the API writes it; PostgreSQL leaves out a fraction of nought. */
function instant(text: string | null = null): string {
  if (text === null) return 'null'
  const fraction = text.slice(20, -3)
  return `"${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z"`
}

/** In the order of `columns`. */
function orderJson(row: Row): string {
  const [id, crm_id, number, ordered_at, tab, name, phone, ttn, notes, goods, total, edited_at, changed, cancelled] =
    row
  const [version, parcel, cash_register, receipt, not_needed] = row.slice(14)
  return (
    `{"id":"${id}","crm_id":${quote(crm_id)},"number":${quote(number)},"ordered_at":${instant(ordered_at)},"tab":"${tab}",` +
    `"recipient":{"name":${quote(name)},"phone":${quote(phone)}},"ttn":${quote(ttn)},"notes":${quote(notes)},"goods":${goods},` +
    `"total":${total},"edited_at":${instant(edited_at)},"crm_changed":${truth(changed)},"crm_cancelled":${truth(cancelled)},` +
    `"version":${version},"parcel":${parcel},"cash_register":${cash_register},"receipt":${receipt},"receipt_not_needed":${not_needed}}`
  )
}

const all = columns.map((name) => `o.${name}`).join(', ')
const newestFirst = 'order by o.ordered_at desc, o.id desc'
const sync = '{"state":"ok","finished_at":null,"problem":null,"unreadable":{"count":0,"items":[]}}'

/** Where the page after this order begins. */
export const floorCursor = (ordered_at: string, id: string): string =>
  Buffer.from(`${ordered_at}|${id}`).toString('base64url')

/** Rows of `columns`, the counts in a column before them. One more than `limit` tells that there is a next page. */
function pageJson(rows: readonly Row[], limit: number, counts: string | null = '{}'): string {
  const items = rows.slice(0, limit).map((row) => orderJson(row.slice(1)))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const next = last ? `"${floorCursor(last[4] ?? '', last[1] ?? '')}"` : 'null'
  return `{"items":[${items.join()}],"next_cursor":${next},"counts":${counts},"sync":${sync}}`
}

/** Only the first row carries it: the same text fifty times would cost more than the counts themselves. */
const once = (counts: string) => `case when row_number() over () = 1 then (${counts}) end`
const kept = once(`select json_object_agg(name, amount) from (
  select name, sum(amount) as amount from counters where name in (${tabs.map((tab) => `'${tab}'`).join()}) group by name) c`)

export interface Asked {
  tab: string
  limit: number
  cursor: string | null
  q: string | null
  /** Hits of a search are counted up to this in each tab; null: all of them. */
  bound: number | null
}

export function createAnswers(pool: Pool) {
  const ask = async (name: string | undefined, text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await pool.query<string[]>({ ...(name !== undefined && { name }), text, values: [...values], rowMode: 'array' }))
      .rows

  async function list({ tab, limit, cursor }: Asked): Promise<string> {
    const [at, id] = cursor === null ? [] : Buffer.from(cursor, 'base64url').toString().split('|')
    const place = cursor === null ? '' : 'and (o.ordered_at, o.id) < ($2, $3)'
    const text = `select ${kept}, ${all} from (
      select * from orders o where o.tab = $1 ${place} ${newestFirst} limit ${limit + 1}) o ${newestFirst}`
    const rows = await ask(
      `${cursor === null ? 'first' : 'next'} ${limit}`,
      text,
      cursor === null ? [tab] : [tab, at, id],
    )
    return pageJson(rows, limit, rows[0]?.[0])
  }

  /** Few hits: all of them, then the page and the counts of them. Planned at every search, with what is searched for in view. */
  const few = (words: string, bound: string) => `
    with hits as materialized (select o.id, o.tab, o.ordered_at from orders o where ${words} ${bound}),
    page as (select o.id from hits o where o.tab = $1 ${newestFirst} limit $2)
    select ${once('select json_object_agg(tab, n) from (select tab, count(*) as n from hits group by tab) c')}, ${all},
      (select count(*) from hits)
    from page join orders o using (id) ${newestFirst}`

  /** Many hits: the newest of the tab until the page is full, any of each tab until the bound is reached. */
  const many = (words: string, bound: number) => `
    select ${once(
      `select json_build_object(${tabs
        .map(
          (tab) => `'${tab}', (select count(*) from (
      select from orders o where o.tab = '${tab}' and ${words} limit ${bound}) h)`,
        )
        .join()})`,
    )}, ${all}
    from (select * from orders o where o.tab = $1 and ${words} ${newestFirst} limit $2) o ${newestFirst}`

  /** Which searches had many hits the last time; whichever way is taken, the answer is right. */
  const common = new Set<string>()

  async function search({ tab, limit, q, bound }: Asked): Promise<string> {
    const patterns = (q ?? '').split(' ').map((word) => `%${toSearchKey(toSearchForm(word))}%`)
    const words = patterns.map((_, index) => `o.search like $${index + 3}`).join(' and ')
    const find = (text: string) => ask(undefined, text, [tab, limit + 1, ...patterns])
    if (bound !== null && common.has(patterns.join())) return toPage(await find(many(words, bound)))
    const rows = await find(few(words, bound === null ? '' : `limit ${bound + 1}`))
    // What was cut off may hold the newest of the tab, or all of it.
    const isCut = bound !== null && (rows.length === 0 || Number(rows[0]?.at(-1)) > bound)
    if (!isCut) return toPage(rows)
    common.add(patterns.join())
    return toPage(await find(many(words, bound)))

    function toPage(found: readonly Row[]): string {
      return pageJson(found, limit, found[0]?.[0])
    }
  }

  async function summary(): Promise<string> {
    const [row] = await ask(
      'summary',
      `select sum(amount) filter (where name = 'awaited'), sum(amount) filter (where name = 'awaited_cod'),
         sum(amount) filter (where name = 'received_without_receipt') from counters`,
      [],
    )
    return `{"count":${row?.[0]},"cod_total":${row?.[1]},"received_without_receipt":${row?.[2]}}`
  }

  async function one(id: string): Promise<string> {
    const [row] = await ask('one', `select ${all} from orders o where o.id = $1`, [id])
    return row ? `${orderJson(row).slice(0, -1)},"crm_difference":null}` : 'null'
  }

  /** The change and its entry in the log: one statement, so one transaction. */
  const change = `
    with before as (select id, notes from orders where id = $1 for update),
    o as (update orders o set notes = $2, edited_at = now(), version = version + 1 from before where o.id = before.id returning o.*),
    entry as (insert into audit (at, actor, action, order_id, details)
      select now(), $3, 'order.edited', id, jsonb_build_object('notes', jsonb_build_object('before', notes, 'after', $2::text)) from before)
    select ${all} from o`

  async function edit(id: string, notes: string, actor: string): Promise<string> {
    const [row] = await ask('edit', change, [id, notes, actor])
    return row ? orderJson(row) : 'null'
  }

  return { list, search, summary, one, edit }
}
