import { Pool } from 'pg'
import { tabs } from '#/contract/tabs.ts'
import { all, newestFirst, once, orderJson, pageJson, type Row } from './floor-json.ts'
import { createSearch } from './floor-search.ts'

/** Numbers, booleans and objects come from PostgreSQL as text and go out as they came. */
export const openPool = (url: string): Pool =>
  new Pool({
    connectionString: url,
    max: 10,
    options: '-c TimeZone=UTC',
    types: { getTypeParser: () => (value: unknown) => value },
  })

const kept = once(`select json_object_agg(name, amount) from (
  select name, sum(amount) as amount from counters where name in (${tabs.map((tab) => `'${tab}'`).join()}) group by name) c`)

/** The change and its entry in the log: one statement, so one transaction. */
const change = `
  with before as (select id, notes from orders where id = $1 for update),
  o as (update orders o set notes = $2, edited_at = now(), version = version + 1, revision = revision + 1 from before where o.id = before.id returning o.*),
  entry as (insert into audit (at, actor, action, order_id, details)
    select now(), $3, 'order.edited', id, jsonb_build_object('notes', jsonb_build_object('before', notes, 'after', $2::text)) from before)
  select ${all} from o`

export function createAnswers(pool: Pool) {
  const ask = async (name: string | undefined, text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await pool.query<string[]>({ ...(name !== undefined && { name }), text, values: [...values], rowMode: 'array' }))
      .rows

  async function list({ tab, limit, cursor }: { tab: string; limit: number; cursor: string | null }): Promise<string> {
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

  async function edit(id: string, notes: string, actor: string): Promise<string> {
    const [row] = await ask('edit', change, [id, notes, actor])
    return row ? orderJson(row) : 'null'
  }

  return { list, search: createSearch((text, values) => ask(undefined, text, values)), summary, one, edit }
}
