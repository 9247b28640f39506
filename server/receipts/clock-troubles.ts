import type { ClockTrouble } from '#/contract/receipt-alarms.ts'
import type { App } from '#/server/app.ts'

/** Clocks that differ from ours so much that a person must know. */
export const listClockTroubles = (_app: Pick<App, 'db' | 'clock'>): Promise<ClockTrouble[]> => Promise.resolve([])
