import { inTransaction } from '#/server/platform/database/retried.ts'
import { startPermit, type Permit } from '#/server/platform/permit.ts'
import { moveLocked, type MovingApp } from '../machine/move-receipt.ts'
import { receiptNow } from '../machine/receipt-time.ts'
import { noteScope } from '../machine/note-store.ts'
import type { ReceiptRow } from '../machine/store.ts'
import { lockSender, markCreateStarted } from './sender-store.ts'
import { lockToSend } from './queue-store.ts'

/**
 * `gone`: it was cancelled, or another worker claimed it. `stale`: what was looked up before counts no longer. `not_now`: sending is paused, or another create is under way.
 */
export type Claim =
  | { kind: 'claimed'; row: ReceiptRow; attempt: number; permit: Permit }
  | { kind: 'wait'; wait_ms: number }
  | { kind: 'gone' | 'not_now' | 'stale' }

/**
 * Gives the permit to send once. It is committed before the first byte leaves, and its window is counted from before
 * the commit: however long that takes, no byte leaves later than the permit says.
 */
export function claimReceipt(
  app: MovingApp,
  receipt: ReceiptRow,
  { scope, fresh }: { scope: string | null; fresh?: Permit | undefined },
): Promise<Claim> {
  const { id, cash_register_id, attempt } = receipt
  const { permit_window_ms } = app.config.receipt_times
  return inTransaction(app.db, async (tx) => {
    const sender = await lockSender(tx, cash_register_id, paceOf(app, receipt))
    if (sender.busy || sender.paused_ms > 0) return { kind: 'not_now' }
    if (sender.wait_ms > 0) return { kind: 'wait', wait_ms: sender.wait_ms }
    const row = await lockToSend(tx, id, attempt, receiptNow(app))
    if (row === undefined) return { kind: 'gone' }
    // The time of the permit is the provider's as of that lookup: since then no clock was moved.
    if (fresh?.leftMs() === 0) return { kind: 'stale' }
    const permit = startPermit(app.clock, permit_window_ms)
    const moved = await moveLocked(app, tx, row, { event: { type: 'claimed' } })
    if (moved === null) return { kind: 'gone' }
    await noteScope(tx, id, scope)
    await markCreateStarted(tx, cash_register_id)
    return { kind: 'claimed', row, attempt: attempt + 1, permit }
  })
}

/** The provider bears about one create a second; the stub of test registers is our own database and needs no pause. */
export const paceOf = ({ config }: Pick<MovingApp, 'config'>, { is_test }: Pick<ReceiptRow, 'is_test'>): number =>
  is_test ? 0 : config.receipt_times.create_every_ms
