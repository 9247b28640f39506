import { sql, type RawBuilder } from 'kysely'

/** The beginning of a day in Kyiv, so many days later. */
export const kyivDay = (day: string, plusDays: number): RawBuilder<string> =>
  sql`(${day}::date + ${plusDays}::int)::timestamp at time zone 'Europe/Kyiv'`
