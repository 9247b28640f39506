import type { Db } from '#/server/platform/database/db.ts'
import { rowFrom, rowsFrom, run } from '#/server/platform/database/rows.ts'

export type ClockSystem = 'fiscal' | 'database'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    clock_readings: ClockReading & { machine: string; seen_at: string }
  }
}

export interface ClockReading {
  system: ClockSystem
  ahead_ms: number
  since: string
}

/** A machine compares every few seconds: one that has not for so long sends nothing any more. By the database's clock. */
const lastsSeconds = 600

export const findDatabaseTime = async (db: Db): Promise<Date> => {
  const row = await rowFrom(db)<{ at: string }>`select clock_timestamp()::timestamptz(3) as at`
  return new Date(row?.at ?? Number.NaN)
}

/** Of all machines that send receipts, the clock that is furthest away. */
export const listReadings = (db: Db): Promise<ClockReading[]> =>
  rowsFrom(db)`
    select distinct on (system) system, ahead_ms, since from clock_readings
    where seen_at between clock_timestamp() - make_interval(secs => ${lastsSeconds}) and clock_timestamp() + interval '1 minute'
    order by system, abs(ahead_ms) desc`

export const listSystemsOf = (db: Db, machine: string): Promise<{ system: ClockSystem }[]> =>
  rowsFrom(db)`select system from clock_readings where machine = ${machine}`

export const keepReading = (
  db: Db,
  machine: string,
  { system, ahead_ms }: Omit<ClockReading, 'since'>,
): Promise<void> =>
  run(db)`
    insert into clock_readings (system, machine, ahead_ms, since, seen_at)
    values (${system}, ${machine}, ${Math.round(ahead_ms)}, clock_timestamp(), clock_timestamp())
    on conflict (system, machine) do update set ahead_ms = excluded.ahead_ms, seen_at = excluded.seen_at`

export const dropReading = (db: Db, machine: string, system: ClockSystem): Promise<void> =>
  run(db)`delete from clock_readings where system = ${system} and machine = ${machine}`
