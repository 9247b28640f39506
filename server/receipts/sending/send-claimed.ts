import type { CheckApp } from '#/server/cash-registers/checking/check-register.ts'
import type { SendOutcome } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { applyFinding } from '../lookup/apply-finding.ts'
import type { Claim } from './claim-receipt.ts'
import { cancelRests } from '../machine/cancel-rests.ts'
import { followUp } from '../machine/follow-up.ts'
import { keepLease } from './keep-lease.ts'
import { findingOf } from '../lookup/look-up-receipts.ts'
import type { Provider } from '../lookup/find-provider.ts'
import { moveReceipt, type MovingApp } from '../machine/move-receipt.ts'
import { pauseSending } from './pause-sending.ts'
import type { Found, Prepared } from './prepare-sending.ts'
import { noteWhyItWaits } from './note-why-it-waits.ts'
import { eventOfFound, eventOfOutcome } from './event-of-outcome.ts'
import { checkAfterRefusal } from './check-after-refusal.ts'
import { clearTroubles } from './sender-store.ts'

type Claimed = Extract<Claim, { kind: 'claimed' }>
type SettlingApp = MovingApp & CheckApp

/**
 * Sends once, or not at all when the document exists already, and moves the receipt. False: stop sending through this
 * register for now.
 */
export async function sendClaimed(
  app: SettlingApp,
  provider: Provider,
  claim: Claimed,
  prepared: Exclude<Prepared, { kind: 'later' }>,
): Promise<boolean> {
  switch (prepared.kind) {
    case 'send': {
      const outcome = await send(app, provider, claim)
      await settle(app, claim, outcome)
      return updateRegisterAfterSend(app, claim, outcome)
    }
    case 'hopeless':
      await settle(app, claim, { kind: 'refused', failure: prepared.failure, code: null })
      return true
    case 'found':
      await settleFound(app, claim, prepared.finding)
      return true
  }
}

async function settleFound(app: SettlingApp, { row, attempt }: Claimed, finding: Found): Promise<void> {
  await moveReceipt(app, row.id, { event: eventOfFound(finding, attempt), evidence: { found: finding.kind } })
  if (finding.kind !== 'waiting') await applyFinding(app, row.id, finding, app.clock.now())
}

/** Ignores the signal of the job: after an aborted call its outcome would be unknown. */
function send(app: SettlingApp, { client, credentials }: Provider, claim: Claimed): Promise<SendOutcome> {
  const { row, permit, attempt } = claim
  const { call_deadline_ms: timeoutMs } = app.config.receipt_times
  const request = { kind: row.document_kind, body: row.request, permit, timeoutMs }
  return keepLease(app, { ...row, state: 'sending', attempt }, () => client.create(credentials, request))
}

async function settle(app: SettlingApp, { row, attempt }: Claimed, outcome: SendOutcome): Promise<void> {
  const evidence = 'failure' in outcome ? { failure: outcome.failure.kind, detail: outcome.failure.detail } : {}
  const moved = await moveReceipt(app, row.id, { event: eventOfOutcome(outcome, attempt, row.voided), evidence })
  if (outcome.kind === 'positive') {
    const finding = findingOf(outcome.document)
    if (finding.kind === 'fiscal') await applyFinding(app, row.id, finding, app.clock.now())
    // It is fiscal within seconds, and the rest of the order waits for it.
    else if (row.kind === 'prepayment') await inTransaction(app.db, (tx) => followUp(app, tx, row, 'fetch_receipt'))
  }
  if (moved?.decision.to === 'queued' && 'failure' in outcome) await noteWhyItWaits(app, row.id, outcome.failure)
  if (moved?.decision.to === 'failed' && row.kind === 'prepayment') await cancelRests(app)
}

/** What the answer says of the register and of the provider as a whole. False: stop sending for now. */
async function updateRegisterAfterSend(app: SettlingApp, { row }: Claimed, outcome: SendOutcome): Promise<boolean> {
  const { cash_register_id: id } = row
  switch (outcome.kind) {
    case 'positive':
    case 'answered':
      await clearTroubles(app.db, id)
      return true
    case 'refused':
      await clearTroubles(app.db, id)
      await checkAfterRefusal(app, id, outcome.failure)
      return true
    case 'ambiguous': {
      const kind = outcome.misconfigured ? 'misconfigured' : 'ambiguous'
      if (outcome.misconfigured)
        app.log.error({ cash_register_id: id, detail: outcome.failure.detail }, 'Checkbox is not where it should be')
      return !(await pauseSending(app, id, { kind, retry_after_seconds: outcome.retry_after_seconds }))
    }
    case 'not_sent':
      return !(await pauseSending(app, id, { kind: 'unsent', retry_after_seconds: null }))
  }
}
