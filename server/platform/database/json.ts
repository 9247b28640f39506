import { sql, type RawBuilder } from 'kysely'

/** For `to_char`: the one spelling of an instant that the API has. */
export const instantFormat = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/** An instant inside JSON that PostgreSQL builds. */
export const instant = (column: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`to_char(${column}, ${sql.lit(instantFormat)})`

/** A calendar day, in the one spelling the API has. */
export const day = (column: RawBuilder<unknown>): RawBuilder<string> => sql`to_char(${column}, 'YYYY-MM-DD')`

/** What has an id and a name, as JSON; null where the join found nothing. */
export const named = (table: string): RawBuilder<{ id: string; name: string } | null> => {
  const [id, name] = [sql.ref(`${table}.id`), sql.ref(`${table}.name`)]
  return sql`case when ${id} is not null then json_build_object('id', ${id}, 'name', ${name}) end`
}
