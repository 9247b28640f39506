import { inTransaction } from '#/server/platform/database/retried.ts'
import { cancelRests } from '../machine/cancel-rests.ts'
import { noteFiscalReceipt, noteProblem, putOffLook } from '../machine/note-store.ts'
import { otherCredentialsProblem } from '../machine/problem-words.ts'
import { followUp } from '../machine/follow-up.ts'
import type { Finding } from './finding.ts'
import type { ReceiptEvent } from '../machine/facts.ts'
import { moveLocked, type Evidence, type Moved, type MovingApp } from '../machine/move-receipt.ts'
import { receiptNow } from '../machine/receipt-time.ts'
import { lockReceipt } from '../machine/store.ts'

/** Moves a receipt by what a lookup found. `seen_at`: when the lookup began. */
export async function applyFinding(app: MovingApp, id: string, finding: Finding, seen_at: Date): Promise<Moved | null> {
  const moved = await applyWithin(app, id, finding, seen_at)
  // Otherwise the rest would hold the order until the next run of the watch.
  if (moved?.decision.to === 'failed' && moved.before.kind === 'prepayment') await cancelRests(app)
  return moved
}

function applyWithin(app: MovingApp, id: string, finding: Finding, seen_at: Date): Promise<Moved | null> {
  return inTransaction(app.db, async (tx) => {
    const row = await lockReceipt(tx, id)
    if (row === undefined) return null
    const moved = await moveLocked(app, tx, row, { event: eventOf(finding), evidence: evidenceOf(finding), seen_at })
    if (moved !== null && finding.kind === 'fiscal' && finding.fiscal_receipt_id !== null)
      await noteFiscalReceipt(tx, id, finding.fiscal_receipt_id)
    if (moved !== null && finding.kind === 'failed' && finding.retry_after_seconds !== null)
      await putOffLook(tx, id, askedFor(app, finding.retry_after_seconds))
    if (moved !== null && finding.kind === 'failed' && finding.is_blind === true)
      await noteProblem(tx, row, otherCredentialsProblem)
    // The rest of the order has waited for this.
    if (moved?.decision.to === 'fiscalized' && row.kind === 'prepayment') await followUp(app, tx, row, 'send')
    return moved
  })
}

/** Respects the provider's Retry-After up to a bound: a document that exists must be found before a person is shown the receipt. */
const longestPutOffSeconds = 300

const askedFor = (app: MovingApp, seconds: number): Date =>
  new Date(receiptNow(app).getTime() + Math.min(seconds, longestPutOffSeconds) * 1000)

function eventOf(finding: Finding): ReceiptEvent {
  switch (finding.kind) {
    case 'waiting':
      return { type: 'found_waiting', provider_id: finding.provider_id }
    case 'fiscal':
      return { type: 'found_fiscal', provider_id: finding.provider_id }
    case 'receipt_error':
      return { type: 'found_receipt_error', provider_id: finding.provider_id, problem: finding.problem }
    case 'ended':
      return { type: 'found_ended', problem: finding.problem }
    case 'only_cancelled':
      return { type: 'found_only_cancelled' }
    case 'nothing':
      return { type: 'found_nothing' }
    case 'several':
      return { type: 'found_several', problem: finding.problem }
    case 'foreign':
      return { type: 'found_foreign', problem: finding.problem }
    case 'failed':
      return { type: 'look_up_failed' }
  }
}

function evidenceOf(finding: Finding): Evidence {
  if (finding.kind === 'failed') return { failure: finding.failure.kind, detail: finding.failure.detail }
  if ('provider_ids' in finding) return { provider_ids: finding.provider_ids }
  return 'provider_id' in finding ? { provider_id: finding.provider_id } : {}
}
