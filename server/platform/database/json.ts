import { sql, type RawBuilder } from 'kysely'

/** An instant inside JSON that PostgreSQL builds, in the one spelling the API has. */
export const instant = (column: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
