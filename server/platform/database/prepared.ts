import { createHash } from 'node:crypto'
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { RawBuilder } from 'kysely'
import { Client, type QueryResultRow } from 'pg'
import type { Db, Tx } from './db.ts'

/**
 * Statements that run at every request. Each is put together once and prepared once per connection, so PostgreSQL parses
 * and plans it once. One whose best plan depends on its values must not be among them.
 */
export interface Prepared<Row extends QueryResultRow> {
  readonly text: string
  /** Never there; ties the rows to the statement. */
  readonly row?: Row
}

/** A statement that changes rows and gives none back, to be run as a part of a larger one. Its values are numbered from 1. */
export interface Change {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The name of every prepared statement, by its text. */
const names = new Map<string, string>()

export function prepare<Row extends QueryResultRow>(text: string): Prepared<Row> {
  if (!names.has(text)) names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 24))
  return { text }
}

/** A connection that runs prepared statements by their names, inside transactions as well. */
export class PreparingClient extends Client {
  override query(...given: unknown[]) {
    const [text, values] = given
    const name = typeof text === 'string' ? names.get(text) : undefined
    if (name === undefined) return Reflect.apply(super.query, this, given)
    return super.query({ name, text: String(text), values: Array.isArray(values) ? values : [] }).catch((error) => {
      // PostgreSQL closes this connection, or has prepared the statement for columns that are others now: the pool takes a new one.
      if (error.severity === 'FATAL' || error.code === '0A000') void this.end()
      throw error
    })
  }
}

/**
 * A question that travels with a statement: both are answered of one moment and cost one wait. Its answer is judged before
 * the rows are handed out.
 */
export interface Rider {
  readonly db: Db
  /** The same for all riders whose text is the same. */
  readonly kind: string
  /** SQL of one value; the rider's own values are numbered from `first` on. */
  textFrom(first: number): string
  readonly values: readonly unknown[]
  /** It has its answer: the statements that follow travel alone. */
  readonly is_answered: boolean
  /** `undefined`: nothing carried the answer. Throws to keep the rows back. */
  judge(answer: unknown): Promise<void>
}

/** Where a statement is run: if there is a rider, the first statement takes it along. */
export type Reader = Db | Tx | Rider

export function runPrepared<Row extends QueryResultRow>(
  reader: Reader,
  statement: Prepared<Row>,
  values: unknown[] = [],
): Promise<Row[]> {
  if (!isRider(reader)) return runText(reader, statement.text, values)
  if (reader.is_answered) return runText(reader.db, statement.text, values)
  const both = preparedWith(reader, statement, values.length + 1)
  return settle(reader, runText<Ridden<Row>>(reader.db, both.text, [...values, ...reader.values]))
}

/** Without a name, so that the connection keeps nothing of it: for text that comes in too many shapes. */
export function runOnce<Row extends QueryResultRow>(
  reader: Reader,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  if (!isRider(reader)) return runText(reader, text, values)
  if (reader.is_answered) return runText(reader.db, text, values)
  const both = textWith(reader, text, values.length + 1)
  return settle(reader, runText<Ridden<Row>>(reader.db, both, [...values, ...reader.values]))
}

const runText = async <Row extends QueryResultRow>(db: Db | Tx, text: string, values: unknown[]): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows

/** For a statement that can take nobody along, such as EXPLAIN. */
export const withoutRider = (reader: Reader): Db | Tx => (isRider(reader) ? reader.db : reader)

export const isRider = (reader: Reader): reader is Rider => 'judge' in reader

type Ridden<Row> = Row & { rider?: unknown }

const textWith = (rider: Rider, text: string, first: number): string =>
  `select ridden.*, (${rider.textFrom(first)}) as rider from (${text}) as ridden`

const withRiders = new Map<string, { text: string }>()

function preparedWith(rider: Rider, { text }: { text: string }, first: number): { text: string } {
  const key = `${rider.kind} ${text}`
  const known = withRiders.get(key) ?? prepare(textWith(rider, text, first))
  withRiders.set(key, known)
  return known
}

async function settle<Row extends QueryResultRow>(rider: Rider, asked: Promise<Ridden<Row>[]>): Promise<Row[]> {
  const rows = await asked
  await rider.judge(rows[0]?.rider)
  for (const row of rows) delete row.rider
  return rows
}

/**
 * A statement put together from pieces, prepared under its text: for one that comes in few shapes, and whose plan is good
 * for whatever values come. The connection keeps every shape for as long as it lives.
 */
export function runShaped<Row extends QueryResultRow>(reader: Reader, statement: RawBuilder<Row>): Promise<Row[]> {
  const { sql, parameters } = statement.compile(compiler)
  return runPrepared(reader, prepare<Row>(sql), [...parameters])
}

/** A statement put together from pieces whose plan must be made for its very values. */
export function runPlanned<Row extends QueryResultRow>(reader: Reader, statement: RawBuilder<Row>): Promise<Row[]> {
  const { sql, parameters } = statement.compile(compiler)
  return runOnce(reader, sql, [...parameters])
}

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A piece of SQL without values, as text for a prepared statement. */
export function textOf(fragment: RawBuilder<unknown>): string {
  const { sql, parameters } = fragment.compile(compiler)
  if (parameters.length > 0) throw new Error(`values do not belong into the text of a prepared statement: ${sql}`)
  return sql
}
