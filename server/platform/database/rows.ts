import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/**
 * What a statement brings: rowsFrom(db)`select …`. What its rows are, the function around it says by its return type; nothing
 * holds that against the statement.
 */
type Statement = [text: TemplateStringsArray, ...values: unknown[]]

export const rowsFrom =
  (db: Db | Tx) =>
  async <Row>(...statement: Statement): Promise<Row[]> =>
    (await sql<Row>(...statement).execute(db)).rows

/** The first row; undefined: there is none. */
export const rowFrom =
  (db: Db | Tx) =>
  async <Row>(...statement: Statement): Promise<Row | undefined> =>
    (await sql<Row>(...statement).execute(db)).rows[0]

/** The one column of every row. */
export const valuesFrom =
  (db: Db | Tx) =>
  async <Value>(...statement: Statement): Promise<Value[]> =>
    (await sql<Record<string, Value>>(...statement).execute(db)).rows.flatMap((row) => Object.values(row))

/** The one column of the first row; undefined: there is none. */
export const valueFrom =
  (db: Db | Tx) =>
  async <Value>(...statement: Statement): Promise<Value | undefined> =>
    (await valuesFrom(db)<Value>(...statement))[0]

/** Whether it found or changed any row. */
export const anyFrom =
  (db: Db | Tx) =>
  async (...statement: Statement): Promise<boolean> => {
    const { rows, numAffectedRows = 0n } = await sql(...statement).execute(db)
    return rows.length > 0 || numAffectedRows > 0n
  }

/** For a statement that brings nothing. */
export const run =
  (db: Db | Tx) =>
  async (...statement: Statement): Promise<void> => {
    await sql(...statement).execute(db)
  }
