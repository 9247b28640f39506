import { receiptCan } from '#/contract/receipt-states.ts'
import { recordAudit, theSystem, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { followCrm } from '#/server/orders/order/follow-crm.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { followUp } from './follow-up.ts'
import { noteOrphan } from './note-orphan.ts'
import { decide } from './machine.ts'
import type { Decision, ReceiptEvent, ReceiptFacts } from './facts.ts'
import { toReceiptTime, withoutFuture } from './receipt-time.ts'
import { nextCheck } from './schedule.ts'
import { factsOf, insertEvent, lockReceipt, writeDecision, type ReceiptRow } from './store.ts'

export type MovingApp = Pick<App, 'db' | 'clock' | 'random' | 'config' | 'jobs' | 'log' | 'audit' | 'ettn'>

/** What else people should find in the history: no secrets. `reason`: what a person said, also for the audit log. */
export type Evidence = Record<string, unknown> & { reason?: string | undefined }

export interface Move {
  event: ReceiptEvent
  evidence?: Evidence
  /** The service itself, unless a person acts. */
  actor?: Actor
  /**
   * When the lookup began that brought the evidence, by our clock. What was absent then may have come to be while the answer was on
   * its way, so an absence is as old as its question.
   */
  seen_at?: Date
}

export interface Moved {
  before: ReceiptRow
  decision: Decision
}

/**
 * The one way a receipt changes: state, history, audit entry, event and follow-up jobs are one transaction. null: the
 * event came too late to matter. A document that appears where none should be is never dropped.
 */
export function moveReceipt(app: MovingApp, id: string, move: Move): Promise<Moved | null> {
  return inTransaction(app.db, async (tx) => {
    const row = await lockReceipt(tx, id)
    return row === undefined ? null : moveLocked(app, tx, row, move)
  })
}

/** The caller holds the row lock. */
export async function moveLocked(
  app: MovingApp,
  tx: Tx,
  row: ReceiptRow,
  { event, evidence = {}, actor = theSystem, seen_at }: Move,
): Promise<Moved | null> {
  const now = app.clock.now()
  const { receipt_times: times } = app.config
  const then = toReceiptTime(app, now).getTime()
  const seen = toReceiptTime(app, seen_at ?? now).getTime()
  const facts = withoutFuture(factsOf(row), event, { now: then, seen }, times)
  const decided = decide(facts, event, seen, times)
  const decision = decided && { ...decided, changes: { ...changesBetween(factsOf(row), facts), ...decided.changes } }
  if (decision === null) {
    // A prepayment's document has the id we gave it: it is this receipt's own, however late the answer comes.
    const isOwn = event.type === 'sent_positive' && [row.provider_id, row.id].includes(event.provider_id)
    if (event.type === 'sent_positive' && !isOwn)
      await noteOrphan(app, tx, { ...row, receipt: row, provider_id: event.provider_id })
    return null
  }
  const hasMoved = decision.to !== row.state
  const after = { ...facts, ...decision.changes, state: decision.to, checks: hasMoved ? 0 : row.checks + 1 }
  const abandoned = event.type === 'lease_expired'
  const schedule = { ...after, before: row.state, abandoned, created_at: Date.parse(row.created_at) }
  const next = nextCheck(schedule, then, app.random())
  const isWorkedOn = decision.to === 'sending' || decision.to === 'cancelling'
  await writeDecision(tx, row, decision, {
    next_check_at: next === null ? null : new Date(next).toISOString(),
    lease_seconds: isWorkedOn ? times.lease_ms / 1000 : null,
  })
  const at = now.toISOString()
  await insertEvent(tx, row.id, row.events + 1, actor, {
    event: event.type,
    from_state: row.state,
    to_state: decision.to,
    at,
    details: { ...aheadAt(app, row, event), ...evidence, ...(decision.problem && { problem: decision.problem }) },
  })
  if (hasMoved || actor.user !== null || event.type === 'polled_returned') {
    await recordAudit(app, tx, actor, {
      action: 'receipt.moved',
      subject: { type: 'receipt', id: row.id },
      details: {
        order_id: row.order_id,
        from: row.state,
        to: decision.to,
        event: event.type,
        attempt: after.attempt,
        ...(evidence.reason !== undefined && { reason: evidence.reason }),
      },
    })
  }
  // A receipt that ends may have been the last that kept the order from the CRM.
  if (!receiptCan.hold_the_order(decision.to) || event.type === 'polled_returned')
    await followCrm(app, tx, [row.order_id])
  await announce(tx, 'receipt', row.id)
  if (hasMoved && row.batch_id !== null) await announce(tx, 'batch', row.batch_id)
  for (const next_step of decision.follow_up) await followUp(app, tx, row, next_step)
  return { before: row, decision }
}

const changesBetween = (before: ReceiptFacts, after: ReceiptFacts): Decision['changes'] => ({
  ...(before.unknown_since !== after.unknown_since && { unknown_since: after.unknown_since }),
  ...(before.absent_at !== after.absent_at && { absent_at: after.absent_at }),
  ...(before.gone_since !== after.gone_since && { gone_since: after.gone_since }),
  ...(before.quiet_after !== after.quiet_after && { quiet_after: after.quiet_after }),
})

/** A permit keeps how far our clock is ahead of the provider's: its document has the provider's time. */
function aheadAt({ ettn }: MovingApp, { is_test }: ReceiptRow, { type }: ReceiptEvent): { ahead_ms?: number } {
  const ahead_ms = ettn(is_test).aheadMs()
  return type === 'claimed' && ahead_ms !== 0 ? { ahead_ms } : {}
}
