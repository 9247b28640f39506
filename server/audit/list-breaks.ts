import type { Tx } from '#/server/platform/database/db.ts'
import type { AuditKeys } from './audit-key.ts'
import { mostPlaces, type Gathering } from './breaks.ts'
import { linkOf } from './chain.ts'
import type { Mark } from './journal.ts'
import { whyNotToSeal } from './seal-audit.ts'
import { countUnchained, listSealed, listUnchained, listWaitingAfter, type SealedRow } from './seal-store.ts'
import { batchSize, whyNotOurs } from './walk-chain.ts'

/**
 * Follows the chain to its end however broken it is, and names every place that is not as it was written. Behind a break it goes on
 * from what stands there: a seal proves the one before it, so one that was changed is named alone.
 */
export async function listChainBreaks(
  tx: Tx,
  keys: AuditKeys,
  start: Mark,
  { found, signal }: { found: Gathering; signal: AbortSignal | undefined },
): Promise<void> {
  let after = start.seq === 0 ? Number.MIN_SAFE_INTEGER : start.seq
  let expected = start.seq + 1
  // What the seal before may have been; none: it is gone, and what follows it can only be looked at by itself.
  let before: readonly Buffer[] = [start.hash]
  for (;;) {
    signal?.throwIfAborted()
    const rows = await listSealed(tx, after, batchSize)
    for (const row of rows) {
      if (row.seq < expected) {
        const { seq, entry_id } = row
        found.add({ what: 'inserted', seq, id: entry_id, reason: 'печатку вставлено перед початком журналу' })
        continue
      }
      if (row.seq > expected) {
        noteMissing(found, expected, row.seq - 1)
        before = []
      }
      before = lookAt(keys, before, row, found)
      expected = row.seq + 1
    }
    after = rows.at(-1)?.seq ?? after
    if (rows.length < batchSize) return
  }
}

export function noteMissing(found: Gathering, seq: number, last: number): void {
  const run = last > seq ? { to_seq: last } : {}
  const reason = last > seq ? 'записи вилучено разом з печатками' : 'запис вилучено разом з печаткою'
  found.add({ what: 'missing', seq, ...run, id: null, reason })
}

/** What the next seal may follow: the one that stands here, and the one that should. */
function lookAt(keys: AuditKeys, before: readonly Buffer[], row: SealedRow, found: Gathering): Buffer[] {
  const { seq, entry_id: id, entry, hash } = row
  if (entry === null) {
    found.add({ what: 'missing', seq, id, reason: 'запис вилучено' })
    return [hash]
  }
  const why = whyNotOurs(keys, entry)
  const key = keys.find(row.key_id)
  const links = key === undefined ? [] : before.map((previous) => linkOf(key.secret, previous, row, entry))
  const isInTurn = before.length === 0 || links.some((link) => link.equals(hash))
  if (why !== null) found.add({ what: 'changed', seq, id, reason: why })
  else if (key === undefined)
    found.add({ what: 'changed', seq, id, reason: 'ключа, яким запечатано запис, немає: його вилучено або підмінено' })
  else if (!isInTurn)
    found.add({ what: 'changed', seq, id, reason: 'ланцюг печаток розірвано: порядок записів змінено' })
  return isInTurn ? [hash] : [hash, ...links]
}

/** Entries that came past the program, and those that wait for a seal and cannot get one. */
export async function listOutsideBreaks(tx: Tx, keys: AuditKeys, found: Gathering): Promise<void> {
  const unchained = await listUnchained(tx, mostPlaces)
  for (const id of unchained) found.add({ what: 'inserted', seq: null, id, reason: 'запис вставлено поза ланцюгом' })
  if (unchained.length === mostPlaces) found.count('inserted', (await countUnchained(tx)) - mostPlaces)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const waiting = await listWaitingAfter(tx, after, batchSize)
    for (const one of waiting) {
      const bad = whyNotToSeal(keys, one)
      if (bad === null) continue
      found.add({ what: one.entry === null ? 'missing' : 'inserted', seq: null, id: one.entry_id, reason: bad.reason })
    }
    after = waiting.at(-1)?.entry_id ?? after
    if (waiting.length < batchSize) return
  }
}
