import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { AuditKeys } from './audit-keys.ts'
import type { Break } from './breaks.ts'
import { whyNotOurs } from './entry.ts'
import { listSealed, type SealedRow } from './seal-store.ts'
import { linkOf, type Point } from './seal.ts'

const batchSize = 5_000

/**
 * Follows the chain to its end however broken it is, and hands over every place that is not as it was written. Behind a break it goes on
 * from what stands there: a seal proves the one before it, so one that was changed is named alone.
 */
export async function walkChain(
  db: Db | Tx,
  keys: AuditKeys,
  from: Point,
  add: (one: Break) => void,
  signal?: AbortSignal,
): Promise<Point> {
  let end = from
  let after = from.seq === 0 ? Number.MIN_SAFE_INTEGER : from.seq
  // What the seal before may have been; none: it is gone, and the next one can only be looked at by itself.
  let before: readonly Buffer[] = [from.hash]
  for (;;) {
    signal?.throwIfAborted()
    const rows = await listSealed(db, after, batchSize)
    for (const row of rows) {
      const { seq, entry_id: id } = row
      if (seq <= end.seq) {
        add({ what: 'inserted', seq, id, reason: 'печатку вставлено перед початком журналу' })
        continue
      }
      if (seq > end.seq + 1) {
        add(missing(end.seq + 1, seq - 1))
        before = []
      }
      before = lookAt(keys, row.follows === null ? before : [row.follows], row, add)
      end = { seq, hash: row.hash }
    }
    after = rows.at(-1)?.seq ?? after
    if (rows.length < batchSize) return end
  }
}

const missing = (seq: number, last: number): Break =>
  last > seq
    ? { what: 'missing', seq, to_seq: last, id: null, reason: 'записи вилучено разом з печатками' }
    : { what: 'missing', seq, id: null, reason: 'запис вилучено разом з печаткою' }

/** Gives what the next seal may follow: the hash that stands here, and the one that should. */
function lookAt(keys: AuditKeys, before: readonly Buffer[], row: SealedRow, add: (one: Break) => void): Buffer[] {
  const { seq, entry_id: id, entry, hash } = row
  if (entry === null) {
    add({ what: 'missing', seq, id, reason: 'запис вилучено' })
    return [hash]
  }
  const key = keys.find(row.key_id)
  const links = key === undefined ? [] : before.map((previous) => linkOf(key.secret, previous, row, entry))
  const isInTurn = before.length === 0 || links.some((link) => link.equals(hash))
  const why =
    whyNotOurs(keys, entry) ??
    (key === undefined ? 'ключа, яким запечатано запис, немає: його вилучено або підмінено' : null) ??
    (isInTurn ? null : 'ланцюг печаток розірвано: порядок записів змінено')
  if (why !== null) add({ what: 'changed', seq, id, reason: why })
  return isInTurn ? [hash] : [hash, ...links]
}
