import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { trackParcelsJob } from './jobs.ts'
import { trackParcels } from './track-parcels.ts'

/** A new TTN is due at once: part of the transaction that brings it. */
export const trackSoon = ({ jobs }: Pick<App, 'jobs'>, tx: Tx): Promise<void> =>
  jobs.enqueue(tx, trackParcelsJob, {}, { key: 'new' })

const secondsToNextTry = 5

/** While another process is on its round, this one comes back: that round may have started before the new TTN was there. */
export async function trackWhenPossible(app: App, _payload: object, signal: AbortSignal): Promise<void> {
  if ((await trackParcels(app, signal)) !== 'busy' || signal.aborted) return
  await inTransaction(app.db, (tx) =>
    app.jobs.enqueue(tx, trackParcelsJob, {}, { key: 'later', start_after_seconds: secondsToNextTry }),
  )
}
