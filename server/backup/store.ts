import type { ClientBase } from 'pg'
import type { Table } from './manifest.ts'

interface Reference {
  from: string
  to: string
}

/** Every table of ours with the columns that are stored; what PostgreSQL computes by itself it computes again. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%' and c.relname <> 'sql_code'
    group by c.relname order by c.relname`)
  const { rows: references } = await client.query<Reference>(`
    select child.relname as "from", parent.relname as "to"
    from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
  return inOrder(tables, references)
}

/** Each after all it refers to. */
export function inOrder(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const ordered: Table[] = []
  const waiting = [...tables]
  while (waiting.length > 0) {
    const isWaiting = (name: string, beside: string) => name !== beside && waiting.some((table) => table.name === name)
    const next = waiting.findIndex(
      ({ name }) => !references.some(({ from, to }) => from === name && isWaiting(to, name)),
    )
    const [table] = waiting.splice(next, 1)
    if (next < 0 || table === undefined)
      throw new Error(`tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`)
    ordered.push(table)
  }
  return ordered
}

export const copyOut = ({ name, columns }: Table): string => `copy ${name} (${quoted(columns)}) to stdout`
export const copyIn = ({ name, columns }: Table): string => `copy ${name} (${quoted(columns)}) from stdin`

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/** Rows that a migration has inserted, and triggers that would treat every row as a new change. */
export async function emptyAndStill(client: ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
}

/** Numbers go on after the last one that was given. */
export async function wakeUp(client: ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { name, columns } of tables) {
    await client.query(`alter table ${name} enable trigger user`)
    const { rows: numbered } = await client.query<{ column: string; sequence: string }>(
      `select "column", sequence from unnest($2::text[]) as "column", pg_get_serial_sequence($1, "column") as sequence
       where sequence is not null`,
      [name, columns],
    )
    for (const { column, sequence } of numbered)
      await client.query(`select setval($1, coalesce(max("${column}"), 0) + 1, false) from ${name}`, [sequence])
  }
}

/** What the schema says of how a receipt may go on, as one text. */
export async function listMoves(client: ClientBase): Promise<string> {
  const { rows: there } = await client.query<{ moves: string | null }>(
    `select to_regclass('public.receipt_moves') as moves`,
  )
  if (there[0]?.moves === null) return ''
  const { rows } = await client.query<{ move: string }>(`select m::text as move from receipt_moves m order by 1`)
  return rows.map(({ move }) => move).join()
}

/** How often rows disagree that triggers keep in agreement, and how many counts were wrong. */
export interface Contradictions {
  receipts: number
  parcels: number
  histories: number
  tallies: number
}

/** Triggers were off while rows came in. Their rules are checked here, in the schema of today. */
export async function countContradictions(client: ClientBase): Promise<Omit<Contradictions, 'tallies'>> {
  const { rows } = await client.query<Omit<Contradictions, 'tallies'>>(`
    select
      (select count(*)::int from orders o where has_receipt <> exists (
         select from receipts r where r.order_id = o.id and lives(r))) as receipts,
      (select count(*)::int from orders o left join parcels p on p.order_id = o.id
       where o.ttn is distinct from p.ttn or o.parcel_group is distinct from parcel_group_of(p.status_code)
         or p.active <> (o.deleted_at is null)) as parcels,
      (select count(*)::int from receipts r, lateral (
         select count(*)::int as events, (array_agg(to_state order by seq desc))[1] as state,
           bool_or(from_state is distinct from before) as has_gap
         from (select *, lag(to_state) over (order by seq) as before from receipt_events where receipt_id = r.id) e) h
       where (h.events, h.state) is distinct from (r.events, r.state) or h.has_gap) as histories`)
  const [found] = rows
  if (found === undefined) throw new Error('a select without a row')
  return found
}
