import { theSystem } from '#/server/audit/record-audit.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { ReceiptTimes } from './facts.ts'
import { decide } from './machine.ts'
import { factsOf, insertEvent, lockQueued, writeDecision } from './store.ts'

/**
 * Called in the transaction of a restore, so that no restored database exists without it: a receipt that was queued
 * when the backup was made may have been sent since. Until a lookup at the provider has shown what became of it, it can
 * neither be sent nor be cancelled. Returns how many there were.
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
