import type { Db } from '#/server/platform/database/db.ts'
import { whenLockFree } from '#/server/platform/database/locks.ts'
import { deleteAlarms, listAlarms } from './alarm/alarm-store.ts'
import { mostPlaces } from './chain/acceptances.ts'
import { countBreaks } from './chain/breaks.ts'
import { forgetWaiting, lastSealed } from './chain/seal-store.ts'
import { putCheckpointAside } from './checkpoints/checkpoint-file.ts'
import { forgetCheckpoints } from './checkpoints/checkpoint-store.ts'
import { readKept } from './checkpoints/keep-checkpoint.ts'
import { recordAudit, theSystem } from './record-audit.ts'
import { sealWaiting } from './verifying/seal-audit.ts'
import { verifyWithin, type AuditApp } from './verifying/verify-audit.ts'

/**
 * A person has looked at the breaks and goes on: every place is named by an entry, which is all that makes it accepted, and the chain
 * goes on at a place that was never used. All of it is read at one moment: what was changed a moment later is not accepted with it.
 * `owner` may delete alarms. null: the log is whole, there is nothing to accept.
 */
export function acceptBreak(app: AuditApp, owner: Db, { reason, stamp }: { reason: string; stamp: string }) {
  return whenLockFree(owner, 'audit_chain', async (connection) => {
    const kept = await readKept(app, connection)
    const accepted = await connection
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { breaks, first_bad: found, entries, sealed_to } = await verifyWithin(app, tx, kept)
        if (found === null) return null
        const first_seq = Math.max(kept.point?.seq ?? 0, kept.remembered, await lastSealed(tx)) + 1
        const outside = breaks.flatMap(({ seq, id }) => (seq === null && id !== null ? [id] : []))
        await forgetWaiting(tx, outside)
        const alarms = (await listAlarms(tx)).map(({ kind, since, reason: why }) => ({ kind, since, reason: why }))
        const details = { reason, found, entries, sealed_to, outside: outside.length, alarms, first_seq }
        for (let from = 0; from < breaks.length; from += mostPlaces)
          await recordAudit(app, tx, theSystem, {
            action: 'audit.break_accepted',
            subject: { type: 'audit', id: String(first_seq) },
            details: { ...details, breaks: countBreaks(breaks.slice(from, from + mostPlaces)) },
          })
        await forgetCheckpoints(tx)
        await deleteAlarms(tx)
        return { first_seq, breaks }
      })
    if (accepted === null) return null
    // Another process may have raised the same alarm meanwhile.
    await deleteAlarms(connection)
    putCheckpointAside(app.config.data_dir, stamp)
    await sealWaiting({ ...app, db: connection })
    return accepted
  })
}
