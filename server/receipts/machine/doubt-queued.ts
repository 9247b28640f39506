import { theSystem } from '#/server/audit/record-audit.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { ReceiptTimes } from './facts.ts'
import { decide } from './machine.ts'
import { factsOf, insertEvent, lockQueued, writeDecision } from './store.ts'

/**
 * For a restored backup: what waited to be sent when it was made may have been sent since. Until a look at the provider has
 * shown what became of it, it can neither be sent nor be cancelled unseen. This belongs to the transaction of the restore: at
 * no moment is there a restored database without the doubt. How many there were.
 */
export async function doubtQueued(tx: Tx, now: Date, times: ReceiptTimes): Promise<number> {
  const queued = await lockQueued(tx)
  const at = now.toISOString()
  for (const row of queued) {
    const decision = decide(factsOf(row), { type: 'restored' }, now.getTime(), times)
    if (decision === null) throw new Error(`a queued receipt is not put in doubt: ${row.id}`)
    await writeDecision(tx, row, decision, { next_check_at: at, lease_seconds: null })
    const moved = { event: 'restored', from_state: row.state, to_state: decision.to, at, details: {} }
    await insertEvent(tx, row.id, row.events + 1, theSystem, moved)
  }
  return queued.length
}
