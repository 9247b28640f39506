import { createHash } from 'node:crypto'
import { CompiledQuery, Kysely, PostgresDialect, type RawBuilder } from 'kysely'
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

export const runPrepared = async <Row extends QueryResultRow>(
  db: Db | Tx,
  { text }: Prepared<Row>,
  values: unknown[] = [],
): Promise<Row[]> => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows

/** It never connects. */
const compiler = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('only for texts')) }),
})

/** A piece of SQL without values, as text for a prepared statement. */
export function textOf(fragment: RawBuilder<unknown>): string {
  const { sql, parameters } = fragment.compile(compiler)
  if (parameters.length > 0) throw new Error(`values do not belong into the text of a prepared statement: ${sql}`)
  return sql
}
