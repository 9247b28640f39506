import type { Db } from '#/server/platform/database/db.ts'
import { currentVersion, linkOf, type Seal } from './chain.ts'
import type { Finding, Mark } from './journal.ts'
import { isKept, keepCheckpoint } from './keep-checkpoint.ts'
import { lookAtChain, type LookingApp } from './look-at-chain.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { insertSeals, listWaiting, withChainLock, type Waiting } from './seal-store.ts'
import { finding, whyNotOurs } from './walk-chain.ts'
import type { AuditKeys } from './audit-key.ts'

const batchSize = 1_000

/**
 * Gives every entry that waits its place in the chain, and returns how many there were. Before each batch the chain is compared
 * with the checkpoints; on any difference nothing is sealed and the alarm is raised.
 */
export async function sealAudit(app: LookingApp): Promise<number> {
  const { bad, has_waiting, folder, end } = await lookAtChain(app, app.db)
  return bad === null && !has_waiting && isKept(folder, end) ? 0 : sealOrRaise(app, false)
}

/** The same when the process stops: a line is written however recent the last one is. */
export const sealAtStop = (app: LookingApp): Promise<number> => sealOrRaise(app, true)

async function sealOrRaise(app: LookingApp, isLast: boolean): Promise<number> {
  const { sealed, bad } = await withChainLock({ db: app.db, turn: app.audit.turn }, (connection) =>
    sealAll(app, connection, isLast),
  )
  if (bad !== null) await raiseAlarm(app, bad)
  return sealed
}

async function sealAll(
  app: LookingApp,
  connection: Db,
  isLast: boolean,
): Promise<{ sealed: number; bad: Finding | null }> {
  let sealed = 0
  for (;;) {
    const { bad, has_waiting, folder, end } = await lookAtChain(app, connection)
    const batch = bad ?? (has_waiting ? await sealBatch(app, connection, end) : { end, count: 0 })
    if ('reason' in batch) return { sealed, bad: batch }
    sealed += batch.count
    if (isLast || !isKept(folder, batch.end)) await keepCheckpoint(app, connection, folder, batch.end, isLast)
    if (batch.count < batchSize) return { sealed, bad: null }
  }
}

async function sealBatch(app: LookingApp, connection: Db, end: Mark): Promise<{ end: Mark; count: number } | Finding> {
  const { audit: journal } = app
  const waiting = await listWaiting(connection, batchSize)
  if (waiting.some(({ entry }) => entry !== null && journal.keys.find(entry.key_id) === undefined))
    await journal.refreshKeys(connection)
  const { kid, secret } = journal.keys.writing
  let { seq, hash } = end
  const seals: (Seal & { hash: Buffer })[] = []
  for (const one of waiting) {
    const bad = whyNotToSeal(journal.keys, one)
    if (bad !== null) return bad
    if (one.entry === null) throw new Error('an entry that is not there was about to be sealed')
    seq += 1
    const seal = { seq, entry_id: one.entry_id, version: currentVersion, key_id: kid }
    hash = linkOf(secret, hash, seal, one.entry)
    seals.push({ ...seal, hash })
  }
  if (seals.length > 0) await connection.transaction().execute((tx) => insertSeals(tx, seals))
  journal.mark = { stretch: end.stretch, seq, hash }
  return { end: journal.mark, count: seals.length }
}

/** An entry is sealed once, and only as the program wrote it. */
export function whyNotToSeal(keys: AuditKeys, { entry_id, entry, sealed_at }: Waiting): Finding | null {
  if (sealed_at !== null) return finding('entry', 'запис, який уже запечатано, вставлено ще раз', sealed_at, entry_id)
  if (entry === null) return finding('entry', 'запис вилучено до того, як його запечатано', null, entry_id)
  const why = whyNotOurs(keys, entry)
  return why === null ? null : finding('entry', why, null, entry_id)
}
