import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { AuditKeys } from './audit-key.ts'
import { currentVersion, genesis, linkOf, macOf, stretchMacOf, type ProtectedEntry } from './chain.ts'
import type { Finding, Mark } from './journal.ts'
import { listSealed, type SealedRow } from './seal-store.ts'
import type { StoredStretch } from './stretch-store.ts'

export const batchSize = 5_000

/** A retired key may still write while a process has not heard of the new one; that takes seconds. */
const graceMs = 10 * 60_000

export const finding = (
  kind: Finding['kind'],
  reason: string,
  seq: number | null = null,
  id: string | null = null,
): Finding => ({
  kind,
  seq,
  id,
  reason,
})

/** Why this entry is not as the program wrote it; null: it is. */
export function whyNotOurs(keys: AuditKeys, entry: ProtectedEntry & { mac: Buffer }): string | null {
  const forged = 'запис змінено або вставлено не програмою'
  const key = keys.find(entry.key_id)
  if (key === undefined) return 'ключа, яким підписано запис, немає: його вилучено або підмінено'
  const isOld = entry.version === 1 && entry.number === null && entry.key_id === null
  const isCurrent = entry.version === currentVersion && entry.number !== null
  if (!isOld && !isCurrent) return forged
  if (!macOf(key.secret, entry).equals(entry.mac)) return forged
  const retired_at = keys.retiredAt(entry.key_id)
  if (retired_at !== null && Date.parse(entry.at) > retired_at + graceMs)
    return 'запис підписано ключем, який уже замінено'
  return null
}

/** Where a stretch begins. `forged`: its row was not made by the program. */
export function startOf(keys: AuditKeys, stretch: StoredStretch | null): Mark | 'forged' {
  if (stretch === null) return { stretch: 0, seq: 0, hash: genesis }
  const key = keys.find(stretch.key_id)
  return key !== undefined && stretchMacOf(key.secret, stretch).equals(stretch.mac)
    ? { stretch: stretch.number, seq: stretch.first_seq - 1, hash: stretch.mac }
    : 'forged'
}

export interface Walked {
  /** The last point that was as it must be. */
  mark: Mark
  bad: Finding | null
}

/** Follows the chain from a point that is known to its end. */
export async function walkChain(db: Db | Tx, keys: AuditKeys, from: Mark, signal?: AbortSignal): Promise<Walked> {
  let mark = from
  // Places before the first one exist for nobody, so whatever stands there comes first and is out of turn.
  let after = from.seq === 0 ? Number.MIN_SAFE_INTEGER : from.seq
  for (;;) {
    signal?.throwIfAborted()
    const rows = await listSealed(db, after, batchSize)
    for (const row of rows) {
      const hash = followOn(keys, mark, row)
      if (!Buffer.isBuffer(hash)) return { mark, bad: hash }
      mark = { stretch: mark.stretch, seq: row.seq, hash }
    }
    after = mark.seq
    if (rows.length < batchSize) return { mark, bad: null }
  }
}

/** The hash at the next place, or what is wrong with it. */
function followOn(keys: AuditKeys, mark: Mark, row: SealedRow): Buffer | Finding {
  const expected = mark.seq + 1
  if (row.seq !== expected) return finding('chain', 'запис вилучено разом з печаткою', expected)
  if (row.entry === null) return finding('chain', 'запис вилучено', row.seq, row.entry_id)
  const why = whyNotOurs(keys, row.entry)
  if (why !== null) return finding('entry', why, row.seq, row.entry_id)
  const key = keys.find(row.key_id)
  if (key === undefined)
    return finding('chain', 'ключа, яким запечатано запис, немає: його вилучено або підмінено', row.seq, row.entry_id)
  const hash = linkOf(key.secret, mark.hash, row, row.entry)
  return hash.equals(row.hash)
    ? hash
    : finding('chain', 'ланцюг печаток розірвано: порядок записів змінено', row.seq, row.entry_id)
}
