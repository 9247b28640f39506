import type { App } from '#/server/app.ts'

/** Since when something must have lasted to be a trouble. */
export interface TroubleTimes {
  /** A clock that was ahead wrote what is later. */
  now: Date
  /** A parcel paid for before then should have a fiscal receipt by now. */
  paid_before: Date
  /** A receipt that waits or is in doubt since before then will not end by itself. */
  stuck_before: Date
  /** A parcel that was to be asked about before then is overdue. */
  asked_before: Date
  /** An order from before then has no parcel on its way any more. */
  parcels_since: Date
}

const overdueMs = 6 * 3_600_000
const longestParcelMs = 90 * 24 * 3_600_000

export function troubleTimes({ clock, config }: Pick<App, 'clock' | 'config'>): TroubleTimes {
  const now = clock.now().getTime()
  const { paid_unfiscal_ms, stuck_ms } = config.receipt_times
  return {
    now: new Date(now),
    paid_before: new Date(now - paid_unfiscal_ms),
    stuck_before: new Date(now - stuck_ms),
    asked_before: new Date(now - overdueMs),
    parcels_since: new Date(now - longestParcelMs),
  }
}
