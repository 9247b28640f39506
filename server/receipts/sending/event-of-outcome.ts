import type { SendOutcome } from '#/server/integrations/fiscal/ettn-client.ts'
import type { ReceiptEvent } from '../machine/facts.ts'
import {
  ambiguousProblem,
  answeredProblem,
  cancelledBefore,
  existsProblem,
  refusedProblem,
} from '../machine/problem-words.ts'
import type { Found } from './prepare-sending.ts'

/** How often a shift may close between its opening and the send before a person must act. */
const mostShiftRaces = 5

/** The machine's event for the answer to a send. */
export function eventOfOutcome(outcome: SendOutcome, attempt: number, voided: number): ReceiptEvent {
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
      if (outcome.already_exists) return { type: 'sent_exists', attempt, problem: existsProblem(outcome.failure) }
      return { type: 'sent_ambiguous', attempt, problem: ambiguousProblem(outcome.failure) }
    case 'not_sent':
      return { type: 'not_sent', attempt }
  }
}

/** The document existed before anything was sent: the permit is used only to reach the right state. */
export function eventOfFound(finding: Found, attempt: number): ReceiptEvent {
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
      return { type: 'stopped', attempt, problem: finding.problem }
  }
}
