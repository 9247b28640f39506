import type { RemoveOutcome } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { startPermit, type Permit } from '#/server/platform/permit.ts'
import { applyFinding } from '../lookup/apply-finding.ts'
import { keepLease } from './keep-lease.ts'
import { lookUpById } from '../lookup/look-up-receipts.ts'
import { noteGone } from '../lookup/snapshot-store.ts'
import { findProvider, theirTime, type AskingApp, type Provider } from '../lookup/find-provider.ts'
import type { ReceiptEvent } from '../machine/facts.ts'
import { receiptNow } from '../machine/receipt-time.ts'
import { moveLocked, moveReceipt } from '../machine/move-receipt.ts'
import { pauseSending } from './pause-sending.ts'
import { advanceUnfinished, removalRefused, removalUnproven } from '../machine/problem-words.ts'
import { documentOf, type ReceiptRow } from '../machine/store.ts'
import { findSender } from './sender-store.ts'
import { lockNextToRemove } from './queue-store.ts'
import { noteProblem } from '../machine/note-store.ts'

/** Removes the documents of one register whose receipts were cancelled, one after another, each claimed before the call. */
export async function removeDocuments(
  app: AskingApp,
  { cash_register_id }: { cash_register_id: string },
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const sender = await findSender(app.db, cash_register_id, 0)
    if (signal?.aborted || sender.paused_ms > 0) return
    const claimed = await claimNext(app, cash_register_id)
    if (claimed === null) return
    if (!(await removeClaimed(app, claimed))) return
  }
}

interface Claimed {
  /** With the number of this deletion. */
  row: ReceiptRow
  permit: Permit
}

function claimNext(app: AskingApp, registerId: string): Promise<Claimed | null> {
  return inTransaction(app.db, async (tx) => {
    const row = await lockNextToRemove(tx, registerId, receiptNow(app))
    if (row === undefined) return null
    const permit = startPermit(app.clock, app.config.receipt_times.permit_window_ms)
    const moved = await moveLocked(app, tx, row, { event: { type: 'cancel_claimed' } })
    return moved && { row: { ...row, removal: row.removal + 1 }, permit }
  })
}

/** False: stop calling this provider for now. */
async function removeClaimed(app: AskingApp, { row, permit }: Claimed): Promise<boolean> {
  const found = await findProvider(app, row.cash_register_id, row.is_test)
  if (!found.ok) {
    const event = { type: 'remove_ambiguous', removal: row.removal } as const
    await moveReceipt(app, row.id, { event, evidence: { detail: found.failure.detail } })
    await noteProblem(app.db, { id: row.id, state: 'cancel_unknown' }, removalRefused(found.failure))
    return false
  }
  const outcome = await keepLease(app, { ...row, state: 'cancelling' }, () => remove(app, found.provider, row, permit))
  await settle(app, found.provider, row, outcome)
  if (outcome.kind === 'ambiguous' && outcome.retry_after_seconds === null) return true
  if (outcome.kind !== 'ambiguous' && outcome.kind !== 'not_sent') return true
  const retry_after_seconds = outcome.kind === 'ambiguous' ? outcome.retry_after_seconds : null
  return !(await pauseSending(app, row.cash_register_id, { kind: 'unsent', retry_after_seconds }))
}

const remove = (
  app: AskingApp,
  { client, credentials }: Provider,
  row: ReceiptRow,
  permit: Permit,
): Promise<RemoveOutcome> =>
  client.remove(credentials, {
    kind: row.document_kind,
    id: documentOf(row),
    relation_id: row.relation_id,
    permit,
    timeoutMs: app.config.receipt_times.call_deadline_ms,
  })

async function settle(app: AskingApp, provider: Provider, row: ReceiptRow, outcome: RemoveOutcome): Promise<void> {
  if (outcome.kind === 'gone') return settleGone(app, provider, row)
  const evidence = { failure: outcome.failure.kind, detail: outcome.failure.detail }
  const ambiguous: ReceiptEvent = { type: 'remove_ambiguous', removal: row.removal }
  if (outcome.kind !== 'refused') return void (await moveReceipt(app, row.id, { event: ambiguous, evidence }))
  // Only the document itself shows why it was refused: paid meanwhile, gone already, or something else.
  const finding = await lookUpById(provider, row)
  if (finding.kind === 'fiscal') return void (await applyFinding(app, row.id, finding, app.clock.now()))
  const event: ReceiptEvent =
    finding.kind === 'waiting'
      ? { type: 'remove_refused', removal: row.removal, problem: removalRefused(outcome.failure) }
      : finding.kind === 'nothing' || finding.kind === 'only_cancelled' || finding.kind === 'ended'
        ? { type: 'removed' }
        : ambiguous
  await moveReceipt(app, row.id, { event, evidence })
  // To cancel it again would be refused again, so a person decides.
  if (event.type === 'remove_refused' && row.kind === 'prepayment')
    await moveReceipt(app, row.id, { event: { type: 'not_removable', problem: advanceUnfinished } })
}

/** How often the provider may report a removal of a document that still exists before a person must act. */
const mostUnprovenRemovals = 3

/** The provider says that the document is removed. Only a lookup of the document itself proves it. */
async function settleGone(app: AskingApp, provider: Provider, row: ReceiptRow): Promise<void> {
  const seen_at = app.clock.now()
  const finding = await lookUpById(provider, row)
  const { removal } = row
  switch (finding.kind) {
    case 'nothing':
    case 'only_cancelled':
    case 'ended':
      await moveReceipt(app, row.id, { event: { type: 'removed' } })
      return noteGone(app.db, documentOf(row), theirTime(provider, seen_at))
    case 'fiscal':
      return void (await applyFinding(app, row.id, finding, seen_at))
    case 'waiting':
      // It may take a moment, but not for ever.
      return void (await moveReceipt(app, row.id, {
        event:
          removal < mostUnprovenRemovals
            ? { type: 'remove_ambiguous', removal }
            : { type: 'remove_refused', removal, problem: removalUnproven },
        evidence: { found: finding.kind },
      }))
    default:
      return void (await moveReceipt(app, row.id, {
        event: { type: 'remove_ambiguous', removal },
        evidence: { found: finding.kind },
      }))
  }
}
