import type { Connection, Submittable } from 'pg'
import { readerOfType, toParameter } from './values.ts'

declare module 'pg' {
  interface Connection {
    /** The client's record of what is prepared here: texts by name. */
    parsedStatements: Record<string, string | undefined>
  }
  interface Pool {
    query<Row>(query: PreparedQuery): Promise<Row[]>
  }
}

interface Columns {
  /** A row without its values. */
  readonly empty: Readonly<Record<string, unknown>>
  readonly all: readonly { name: string; read(text: string): unknown }[]
}

const none: Columns = { empty: {}, all: [] }

/** What PostgreSQL said of the columns of a statement when it was first run. Of one whose columns have changed since it refuses to run. */
const described = new WeakMap<Connection, Map<string, Columns>>()

function columnsAt(connection: Connection): Map<string, Columns> {
  const known = described.get(connection) ?? new Map<string, Columns>()
  described.set(connection, known)
  return known
}

/** One run of a prepared statement. The client calls the `handle…` methods as messages come in. */
export interface PreparedQuery extends Submittable {
  /** The client keeps `text` under `name` when the connection has prepared it. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Set by the client. */
  callback: ((error: Error | null, rows?: unknown[]) => void) | undefined
  handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void
  handleDataRow(message: { fields: readonly (string | null)[] }): void
  handleCommandComplete(): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/**
 * In place of the library's own query, which asks for the columns at every run and copies what it was given: that took as long as
 * many an answer.
 */
export function createPreparedQuery(
  { name, text }: { name: string; text: string },
  values: readonly unknown[],
): PreparedQuery {
  // Before there is a connection: what cannot be written fails its run and nothing else.
  const parameters = values.map(toParameter)
  const rows: unknown[] = []
  let known: Map<string, Columns> | null = null
  let columns = none
  let unreadable: Error | null = null

  const query: PreparedQuery = {
    name,
    text,
    values,
    callback: undefined,
    submit(connection) {
      known = columnsAt(connection)
      const seen = known.get(name)
      columns = seen ?? none
      connection.stream.cork()
      try {
        if (connection.parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true)
        connection.bind({ statement: name, values: parameters }, true)
        if (seen === undefined) connection.describe({ type: 'P', name: '' }, true)
        connection.execute({}, true)
        connection.sync()
      } finally {
        connection.stream.uncork()
      }
    },
    handleRowDescription({ fields }) {
      columns = {
        empty: Object.fromEntries(fields.map((field) => [field.name, null])),
        all: fields.map((field) => ({ name: field.name, read: readerOfType(field.dataTypeID) })),
      }
    },
    handleDataRow({ fields }) {
      if (unreadable !== null) return
      try {
        rows.push(readRow(columns, fields))
      } catch (error) {
        unreadable = error instanceof Error ? error : new Error(String(error))
      }
    },
    handleCommandComplete() {
      known?.set(name, columns)
    },
    handleError: (error) => query.callback?.(error),
    handleReadyForQuery() {
      if (unreadable === null) query.callback?.(null, rows)
      else query.callback?.(unreadable)
    },
  }
  return query
}

function readRow({ empty, all }: Columns, fields: readonly (string | null)[]): Record<string, unknown> {
  if (fields.length !== all.length) throw new Error('a row has other columns than its statement')
  const row = { ...empty }
  for (const [place, { name, read }] of all.entries()) {
    const text = fields[place] ?? null
    row[name] = text === null ? null : read(text)
  }
  return row
}
