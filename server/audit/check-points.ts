import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { Point } from './checkpoint.ts'
import type { Finding, Mark } from './journal.ts'
import { hashesAt } from './seal-store.ts'
import { finding } from './walk-chain.ts'

/**
 * Every point that was kept must still stand in the chain. `start` is where the present stretch begins: points of earlier
 * stretches belong to what a person has accepted.
 */
export async function checkPoints(
  db: Db | Tx,
  points: readonly Point[],
  start: Mark,
  last_seq: number | null,
): Promise<Finding | null> {
  const end = Math.max(last_seq ?? 0, start.seq)
  const hashes = await hashesAt(
    db,
    points.map(({ seq }) => seq),
  )
  for (const { stretch, seq, hash } of points) {
    if (stretch > start.stretch)
      return finding('chain', 'журнал старіший за контрольну точку: прийняте порушення зникло')
    const isPast = stretch < start.stretch
    if (isPast && seq > start.seq) return finding('chain', 'журнал не той, що в контрольній точці', seq)
    if (isPast) continue
    if (seq > end)
      return finding('chain', `журнал коротший за контрольну точку: останні записи до № ${seq} вилучено`, end + 1)
    const found = seq === start.seq ? start.hash.toString('hex') : hashes.get(seq)
    if (found === undefined) return finding('chain', 'запис вилучено разом з печаткою', seq)
    if (found !== hash) return finding('chain', 'журнал не той, що в контрольній точці', seq)
  }
  return null
}
