import type { AuditVerdict } from '#/contract/audit.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { Breaks } from './breaks.ts'
import { deleteAlarms, listAlarms } from './alarm-store.ts'
import { stretchMacOf } from './chain.ts'
import { readFolder } from './checkpoint-files.ts'
import { putCheckpointsAside } from './checkpoint.ts'
import { keepCheckpoint } from './keep-checkpoint.ts'
import { readProtection, restoreProtection } from './protection-store.ts'
import { recordAudit, theSystem } from './record-audit.ts'
import { whyNotToSeal } from './seal-audit.ts'
import { forgetWaiting, lastSeal, listUnchained, listWaitingAfter, withChainLock } from './seal-store.ts'
import { acceptEntries, digestOf, insertStretch, lastStretch } from './stretch-store.ts'
import { verifyWithin, type VerifyingApp } from './verify-audit.ts'
import { batchSize } from './walk-chain.ts'

export interface Accepted {
  stretch: number
  first_seq: number
  found: NonNullable<AuditVerdict['first_bad']>
  /** Everything that was accepted with it. */
  breaks: Breaks
}

/**
 * A person has looked at the break and goes on: every place that was found becomes part of an entry, the old part is bound as it is, and
 * the chain begins anew after it. All of it is read at one moment: what was changed a moment later is not accepted with it. Everything that was known of the old chain is kept beside. `owner` may change triggers and delete alarms.
 * null: the log is whole, there is nothing to accept.
 */
export async function acceptBreak(
  app: VerifyingApp,
  owner: Db,
  { reason, stamp }: { reason: string; stamp: string },
): Promise<Accepted | null> {
  return withChainLock({ db: owner, turn: app.audit.turn }, async (connection) => {
    const { head, last } = readFolder(app.config.data_dir, app.audit.keys)
    const kept = [head, last].map((point) => (point === null || point === 'forged' ? 0 : point.seq))
    const accepting = connection.transaction().setIsolationLevel('repeatable read')
    const accepted = await accepting.execute(async (tx) => {
      const { first_bad: found, breaks, entries, sealed_to } = await verifyWithin(app, tx)
      if (found === null || breaks === null) return null
      await restoreProtection(tx, (await readProtection(tx)).tables)
      const alarms = await listAlarms(tx)
      const number = ((await lastStretch(tx))?.number ?? 0) + 1
      const first_seq = Math.max(...kept, (await lastSeal(tx))?.seq ?? 0, app.audit.mark?.seq ?? 0) + 1
      const outside = await leaveOutside(app, tx, number)
      const alarmed = alarms.map(({ kind, since, reason: why }) => ({ kind, since, reason: why }))
      const details = { reason, found, breaks, entries, sealed_to, outside, alarms: alarmed, first_seq }
      const hash = await beginStretch(app, tx, { number, first_seq, reason, found: details })
      await recordAudit(app, tx, theSystem, {
        action: 'audit.break_accepted',
        subject: { type: 'audit', id: String(number) },
        details,
      })
      await deleteAlarms(tx)
      return { mark: { stretch: number, seq: first_seq - 1, hash }, found, breaks }
    })
    if (accepted === null) return null
    const { mark, found, breaks } = accepted
    // Another process may have told of the same break meanwhile.
    await deleteAlarms(connection)
    putCheckpointsAside(app.config.data_dir, stamp)
    app.audit.stretch = mark.stretch
    app.audit.alarms.clear()
    app.audit.mark = mark
    await keepCheckpoint(app, connection, { last: null }, mark, true)
    return { stretch: mark.stretch, first_seq: mark.seq + 1, found, breaks }
  })
}

/** Entries that cannot be sealed stay where they are, and the digest of the new stretch binds them. */
async function leaveOutside({ audit }: VerifyingApp, tx: Tx, stretch: number): Promise<number> {
  let count = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const waiting = await listWaitingAfter(tx, after, batchSize)
    const bad = waiting.filter((one) => whyNotToSeal(audit.keys, one) !== null)
    await forgetWaiting(
      tx,
      bad.map(({ entry_id }) => entry_id),
    )
    await acceptEntries(
      tx,
      bad.filter(({ sealed_at }) => sealed_at === null).map(({ entry_id }) => entry_id),
      stretch,
    )
    count += bad.length
    after = waiting.at(-1)?.entry_id ?? after
    if (waiting.length < batchSize) break
  }
  for (;;) {
    const unchained = await listUnchained(tx, batchSize)
    await acceptEntries(tx, unchained, stretch)
    count += unchained.length
    if (unchained.length < batchSize) return count
  }
}

async function beginStretch(
  { audit, clock }: VerifyingApp,
  tx: Tx,
  { number, first_seq, reason, found }: { number: number; first_seq: number; reason: string; found: unknown },
): Promise<Buffer> {
  const { kid, secret } = audit.keys.writing
  const digest = await digestOf(tx, { number, first_seq })
  const stretch = { number, first_seq, at: clock.now().toISOString(), reason, found, digest, key_id: kid }
  const mac = stretchMacOf(secret, stretch)
  await insertStretch(tx, { ...stretch, mac })
  return mac
}
