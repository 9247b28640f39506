import { recordAudit } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { addRefusal, beginRefusals, takeRefusals, type Refusal } from './failures-store.ts'

type Recording = Pick<App, 'db' | 'clock' | 'audit'>

/**
 * A try that is not even looked at is a sign of an attack, and costs nothing to make: an entry for each would let strangers fill
 * the audit log, which keeps everything. Of one counter and one window the first is an entry, the others are counted, and when the
 * window is over their number is the second.
 */
export async function noteRefusal(
  app: Recording,
  { bucket, window_left_seconds }: { bucket: string; window_left_seconds: number },
  refusal: Refusal,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    if (await addRefusal(tx, bucket)) return
    // The window before may not be recorded yet.
    await tellOf(app, tx, await takeRefusals(tx, { bucket }))
    await beginRefusals(tx, bucket, window_left_seconds, refusal)
    await recordAudit(app, tx, refusal.actor, refusal.entry)
  })
}

const mostAtOnce = 100

/** Records the windows that are over. The counts lie in the database: the process that counted may have ended long ago. */
export async function tellRefusals(app: Recording): Promise<void> {
  for (let taken = mostAtOnce; taken === mostAtOnce;) {
    taken = await app.db.transaction().execute(async (tx) => {
      const over = await takeRefusals(tx, { most: mostAtOnce })
      await tellOf(app, tx, over)
      return over.length
    })
  }
}

async function tellOf(
  app: Recording,
  tx: Tx,
  windows: readonly { refusals: number; refusal: Refusal }[],
): Promise<void> {
  // A single one has its entry already.
  for (const { refusals, refusal } of windows.filter((window) => window.refusals > 1)) {
    refusal.entry.details.count = refusals
    await recordAudit(app, tx, refusal.actor, refusal.entry)
  }
}
