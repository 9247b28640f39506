import { ifLockFree } from '#/server/platform/database/locks.ts'
import { raiseAlarm } from '../alarm/raise-alarm.ts'
import type { Break } from '../chain/breaks.ts'
import { currentVersion } from '../chain/entry.ts'
import { firstId, insertSeals, listWaiting } from '../chain/seal-store.ts'
import { genesis, linkOf, type Point, type Seal } from '../chain/seal.ts'
import { keepCheckpoint, readKept } from '../checkpoints/keep-checkpoint.ts'
import { sealable } from './find-outside.ts'
import { examineChain, type AuditApp } from './verify-audit.ts'

const batchSize = 1_000

/** Gives every entry that waits its place in the chain, and returns how many there were; 0 also while another process does it. */
export async function sealAudit(app: AuditApp): Promise<number> {
  const sealed = await ifLockFree(app.db, 'audit_chain', (connection) => sealWaiting({ ...app, db: connection }))
  return sealed === 'busy' ? 0 : sealed
}

/**
 * The caller holds the lock of the chain, on the connection in `app`. The end of the chain is first compared with the checkpoint;
 * on any difference nothing is sealed and the alarm is raised. Without a checkpoint the whole chain is followed.
 */
export async function sealWaiting(app: AuditApp): Promise<number> {
  const kept = await readKept(app, app.db)
  const { point } = kept
  const from = point === null ? genesis : { seq: point.seq, hash: Buffer.from(point.hash, 'hex') }
  const { found, end, acceptances } = await examineChain(app, app.db, kept, { from })
  let [bad] = found
  // Places that were accepted as missing are not given again.
  const start = { ...end, seq: Math.max(end.seq, ...acceptances.map(({ first_seq }) => first_seq - 1)) }
  let last: Point = start
  while (bad === undefined) {
    const sealed = await sealBatch(app, last)
    if ('reason' in sealed) bad = sealed
    else if (sealed.seq === last.seq) break
    else last = sealed
  }
  const reached = last.seq > start.seq ? last : end
  if (bad !== undefined) await raiseAlarm(app, bad)
  else if (reached.seq > (point?.seq ?? 0)) await keepCheckpoint(app, app.db, reached)
  return last.seq - start.seq
}

async function sealBatch({ db, audit }: AuditApp, end: Point): Promise<Point | Break> {
  const waiting = await listWaiting(db, firstId, batchSize)
  // After the list: an entry may name a key that is younger than the keys this process knows.
  if (waiting.some(({ entry }) => entry !== null && audit.keys.find(entry.key_id) === undefined))
    await audit.refreshKeys(db)
  const { kid, secret } = audit.keys.writing
  let { seq, hash } = end
  const seals: (Seal & { hash: Buffer })[] = []
  for (const one of waiting) {
    const entry = sealable(audit.keys, one)
    if ('what' in entry) return entry
    seq += 1
    const seal = { seq, entry_id: entry.id, version: currentVersion, key_id: kid }
    hash = linkOf(secret, hash, seal, entry)
    seals.push({ ...seal, hash })
  }
  if (seals.length > 0) await db.transaction().execute((tx) => insertSeals(tx, seals))
  return { seq, hash }
}
