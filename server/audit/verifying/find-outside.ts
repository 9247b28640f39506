import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { AuditKeys } from '../chain/audit-keys.ts'
import type { Break } from '../chain/breaks.ts'
import { whyNotOurs, type StoredEntry } from '../chain/entry.ts'
import { firstId, listUnchained, listWaiting, type Waiting } from '../chain/seal-store.ts'

const batchSize = 5_000

/** The entry, or why it cannot be sealed: that is done once, and only as the program wrote it. */
export function sealable(keys: AuditKeys, { entry_id: id, entry, sealed_at }: Waiting): StoredEntry | Break {
  if (entry === null) return { what: 'missing', seq: null, id, reason: 'запис вилучено до того, як його запечатано' }
  const why = sealed_at === null ? whyNotOurs(keys, entry) : 'запис, який уже запечатано, вставлено ще раз'
  return why === null ? entry : inserted(id, why)
}

const inserted = (id: string, reason: string): Break => ({ what: 'inserted', seq: null, id, reason })

/** Entries that came past the program, and those that wait for a seal and cannot get one. */
export async function findOutside(db: Db | Tx, keys: AuditKeys): Promise<Break[]> {
  const unchained = await listUnchained(db)
  const found = unchained.map((id) => inserted(id, 'запис вставлено поза ланцюгом'))
  for (let after = firstId; ;) {
    const waiting = await listWaiting(db, after, batchSize)
    for (const one of waiting) {
      const sealed = sealable(keys, one)
      if ('what' in sealed) found.push(sealed)
    }
    const last = waiting.at(-1)
    if (last === undefined || waiting.length < batchSize) return found
    after = last.entry_id
  }
}
