import { hostname } from 'node:os'
import type { App } from '#/server/app.ts'
import { aheadOf, isApart } from './clock-rules.ts'
import { dropReading, findDatabaseTime, keepReading, listSystemsOf, type ClockSystem } from './clock-store.ts'

export type ComparingApp = Pick<App, 'db' | 'clock' | 'ettn'>

/** How far our clock is ahead of the provider's, by its last answer, and of the database's. */
export async function readClocks({ db, clock, ettn }: ComparingApp): Promise<Record<ClockSystem, number>> {
  const asked = clock.now()
  const theirs = await findDatabaseTime(db)
  return { fiscal: ettn(false).aheadMs(), database: clock.is_unlike_database ? 0 : aheadOf(theirs, asked, clock.now()) }
}

/** Notes for people which clocks differ, so that every process can show it. Nothing is written while none does. */
export async function compareClocks(app: ComparingApp): Promise<void> {
  const machine = app.clock.machine ?? hostname()
  const noted = new Set((await listSystemsOf(app.db, machine)).map(({ system }) => system))
  const { fiscal, database } = await readClocks(app)
  const readings = [
    { system: 'fiscal', ahead_ms: fiscal },
    { system: 'database', ahead_ms: database },
  ] as const
  for (const reading of readings) {
    if (isApart(reading.ahead_ms)) await keepReading(app.db, machine, reading)
    else if (noted.has(reading.system)) await dropReading(app.db, machine, reading.system)
  }
}
