import type { CheckApp } from '#/server/cash-registers/check-register.ts'
import type { SendOutcome } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { applyFinding } from '../looking/apply-finding.ts'
import type { Claim } from './claim-receipt.ts'
import { endRests } from '../machine/end-rests.ts'
import { followUp } from '../machine/follow-up.ts'
import { keepLease } from './keep-lease.ts'
import { findingOf } from '../looking/look-up-receipts.ts'
import type { Provider } from '../looking/find-provider.ts'
import type { ReceiptEvent } from '../machine/facts.ts'
import { moveReceipt, type MovingApp } from '../machine/move-receipt.ts'
import { pauseSending } from './pause-sending.ts'
import type { Found, Prepared } from './prepare-sending.ts'
import { ambiguousProblem, answeredProblem, cancelledBefore, refusedProblem } from '../machine/problem-words.ts'
import { tellWhyItWaits } from './tell-why-it-waits.ts'
import { checkAfterRefusal } from './check-after-refusal.ts'
import { endTrouble } from './turn-store.ts'

type Claimed = Extract<Claim, { kind: 'claimed' }>
type SettlingApp = MovingApp & CheckApp

/** Calls once, or not at all when it is there already, and settles. False: the register is better left alone now. */
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
      return mindRegister(app, claim, outcome)
    }
    case 'hopeless':
      await settle(app, claim, { kind: 'refused', failure: prepared.failure, code: null })
      return true
    case 'found':
      await settleFound(app, claim, prepared.finding)
      return true
  }
}

/** Nothing was sent: the permit only leads to where the document belongs. */
async function settleFound(app: SettlingApp, { row, attempt }: Claimed, finding: Found): Promise<void> {
  await moveReceipt(app, row.id, eventOfFound(finding, attempt), { found: finding.kind })
  if (finding.kind !== 'waiting') await applyFinding(app, row.id, finding, app.clock.now())
}

function eventOfFound(finding: Found, attempt: number): ReceiptEvent {
  switch (finding.kind) {
    case 'waiting':
    case 'fiscal':
    case 'receipt_error':
      return { type: 'sent_positive', attempt, provider_id: finding.provider_id }
    case 'only_cancelled':
      return { type: 'sent_answered', attempt, problem: cancelledBefore }
    case 'ended':
      return { type: 'sent_refused', attempt, problem: finding.problem }
    case 'several':
    case 'foreign':
      return { type: 'sent_ambiguous', attempt, problem: finding.problem }
  }
}

/** Without the signal of the job: who stops waiting for an answer does not know what became of it. */
function send(app: SettlingApp, { client, credentials }: Provider, claim: Claimed): Promise<SendOutcome> {
  const { row, send_before, attempt } = claim
  const { call_deadline_ms: timeoutMs } = app.config.receipt_times
  const request = { kind: row.document_kind, body: row.request, send_before, timeoutMs }
  return keepLease(app, { ...row, state: 'sending', attempt }, () => client.create(credentials, request))
}

/** So often a shift may close between its opening and the send before a person is told. */
const mostShiftRaces = 5

async function settle(app: SettlingApp, { row, attempt }: Claimed, outcome: SendOutcome): Promise<void> {
  const evidence = 'failure' in outcome ? { failure: outcome.failure.kind, detail: outcome.failure.detail } : {}
  const moved = await moveReceipt(app, row.id, eventOf(outcome, attempt, row.voided), evidence)
  if (outcome.kind === 'positive') {
    const finding = findingOf(outcome.document)
    if (finding.kind === 'fiscal') await applyFinding(app, row.id, finding, app.clock.now())
    // Fiscal within seconds, and the rest of the order waits for it.
    else if (row.kind === 'prepayment') await inTransaction(app.db, (tx) => followUp(app, tx, row, 'fetch_receipt'))
  }
  if (moved?.decision.to === 'queued' && 'failure' in outcome) await tellWhyItWaits(app, row.id, outcome.failure)
  if (moved?.decision.to === 'failed' && row.kind === 'prepayment') await endRests(app)
}

function eventOf(outcome: SendOutcome, attempt: number, voided: number): ReceiptEvent {
  switch (outcome.kind) {
    case 'positive':
      return { type: 'sent_positive', attempt, provider_id: outcome.document.id }
    case 'refused':
      // Surely nothing was stored, and the next try opens the shift first.
      return outcome.code === 'shift.not_opened' && voided < mostShiftRaces
        ? { type: 'not_sent', attempt }
        : { type: 'sent_refused', attempt, problem: refusedProblem(outcome.failure) }
    case 'answered':
      return { type: 'sent_answered', attempt, problem: answeredProblem(outcome.failure) }
    case 'ambiguous':
      return { type: 'sent_ambiguous', attempt, problem: ambiguousProblem(outcome.failure) }
    case 'not_sent':
      return { type: 'not_sent', attempt }
  }
}

/** What the answer says of the register and of the provider as a whole. */
async function mindRegister(app: SettlingApp, { row }: Claimed, outcome: SendOutcome): Promise<boolean> {
  const { cash_register_id: id } = row
  switch (outcome.kind) {
    case 'positive':
    case 'answered':
      await endTrouble(app.db, id)
      return true
    case 'refused':
      await endTrouble(app.db, id)
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
