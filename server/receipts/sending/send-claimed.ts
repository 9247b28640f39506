import type { CheckApp } from '#/server/cash-registers/checking/check-register.ts'
import type { SendOutcome } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { applyFinding } from '../looking/apply-finding.ts'
import type { Claim } from './claim-receipt.ts'
import { endRests } from '../machine/end-rests.ts'
import { followUp } from '../machine/follow-up.ts'
import { keepLease } from './keep-lease.ts'
import { findingOf } from '../looking/look-up-receipts.ts'
import type { Provider } from '../looking/find-provider.ts'
import { moveReceipt, type MovingApp } from '../machine/move-receipt.ts'
import { pauseSending } from './pause-sending.ts'
import type { Found, Prepared } from './prepare-sending.ts'
import { tellWhyItWaits } from './tell-why-it-waits.ts'
import { eventOfFound, eventOfOutcome } from './event-of-outcome.ts'
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

async function settleFound(app: SettlingApp, { row, attempt }: Claimed, finding: Found): Promise<void> {
  await moveReceipt(app, row.id, eventOfFound(finding, attempt), { found: finding.kind })
  if (finding.kind !== 'waiting') await applyFinding(app, row.id, finding, app.clock.now())
}

/** Without the signal of the job: a call that is given up leaves nobody who knows what became of it. */
function send(app: SettlingApp, { client, credentials }: Provider, claim: Claimed): Promise<SendOutcome> {
  const { row, send_before, attempt } = claim
  const { call_deadline_ms: timeoutMs } = app.config.receipt_times
  const request = { kind: row.document_kind, body: row.request, send_before, timeoutMs }
  return keepLease(app, { ...row, state: 'sending', attempt }, () => client.create(credentials, request))
}

async function settle(app: SettlingApp, { row, attempt }: Claimed, outcome: SendOutcome): Promise<void> {
  const evidence = 'failure' in outcome ? { failure: outcome.failure.kind, detail: outcome.failure.detail } : {}
  const moved = await moveReceipt(app, row.id, eventOfOutcome(outcome, attempt, row.voided), evidence)
  if (outcome.kind === 'positive') {
    const finding = findingOf(outcome.document)
    if (finding.kind === 'fiscal') await applyFinding(app, row.id, finding, app.clock.now())
    // Fiscal within seconds, and the rest of the order waits for it.
    else if (row.kind === 'prepayment') await inTransaction(app.db, (tx) => followUp(app, tx, row, 'fetch_receipt'))
  }
  if (moved?.decision.to === 'queued' && 'failure' in outcome) await tellWhyItWaits(app, row.id, outcome.failure)
  if (moved?.decision.to === 'failed' && row.kind === 'prepayment') await endRests(app)
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
