import type { ClockTrouble } from '#/contract/receipt-alarms.ts'
import { clockWords } from '#/contract/trouble-words/clock.ts'
import type { App } from '#/server/app.ts'
import { stopsSending } from './clock-rules.ts'
import { listReadings } from './clock-store.ts'

/** Clocks that differ from ours so much that a person must know. */
export const listClockTroubles = async ({ db }: Pick<App, 'db'>): Promise<ClockTrouble[]> =>
  (await listReadings(db)).map(({ system, ahead_ms, since }) => {
    const ahead_seconds = Math.round(ahead_ms / 1000)
    const stops_sending = stopsSending(ahead_ms)
    const detail = clockWords({ system, ahead_seconds, stops_sending })
    return { system, cash_register: null, ahead_seconds, stops_sending, since, detail }
  })
