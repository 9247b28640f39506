import { isMissingPath, isRefusal, tripsBreaker } from './classify-answer.ts'
import type { EttnPaths } from './create-document.ts'
import { findReceipt } from './find-document.ts'
import { startDeadline, type Deadline } from '#/server/platform/outbound/deadline.ts'
import type { FindOutcome, FiscalReceipt, RemoveOutcome, RemoveRequest } from '../ettn-client.ts'
import { failureOf } from '../failure-words.ts'
import type { FiscalFailure, RegisterCredentials } from '../fiscal-client.ts'
import type { CheckboxFailed, CheckboxOutcome } from './read-answer.ts'
import { fromEttn } from './read-ettn.ts'
import { isDocumentId } from './read-fields.ts'
import { sendOnce } from './send-once.ts'

/** Removes a document that still waits for payment. Only a lookup can show whether a refusal means that it was paid. */
export async function removeDocument(
  { sessions, prefix }: EttnPaths,
  credentials: RegisterCredentials,
  request: RemoveRequest,
): Promise<RemoveOutcome> {
  const { kind, id, relation_id } = request
  if (kind === 'prepayment') return whyNotRemoved(await findReceipt(sessions, credentials, id, toRead(request)))
  if (!isDocumentId(id)) return refused('такого документа в Checkbox бути не може')
  if (kind === 'ettn_rest' && relation_id === null) return refused('невідомо, до якої передоплати належить документ')
  const path =
    kind === 'ettn_rest' && relation_id !== null
      ? (`${prefix}/prepayment/${id}?${new URLSearchParams({ relation_id }).toString()}` as const)
      : (`${prefix}/${id}` as const)
  const call = { method: 'DELETE', path, tripsBreaker: isNoAnswerOfTheirs } as const
  const { outcome } = await sendOnce(sessions, credentials, call, request)
  return toRemoveOutcome(outcome)
}

const toRead = ({ timeoutMs, signal }: RemoveRequest): Deadline => startDeadline(timeoutMs, signal)

/** There is no call that removes an advance, so nothing is sent: its status shows why it stays, or that it is gone already. */
function whyNotRemoved(outcome: FindOutcome<FiscalReceipt>): RemoveOutcome {
  if (outcome.kind === 'absent') return { kind: 'gone' }
  if (outcome.kind === 'failed') return ambiguous(outcome.failure, outcome.retry_after_seconds)
  switch (outcome.found.status) {
    case 'done':
      return refused('чек передоплати вже фіскальний: його не скасувати, можна лише повернути гроші окремим чеком')
    case 'pending':
      return refused('чек передоплати ще не фіскальний, а скасувати його до того Checkbox не дає')
    case 'error':
    case 'cancelled':
      return { kind: 'gone' }
  }
}

const refused = (detail: string): RemoveOutcome => ({ kind: 'refused', failure: failureOf('refused', detail) })

/** A 404 in JSON is about the document, and the document is what this call names. */
const isNoAnswerOfTheirs = (outcome: CheckboxFailed): boolean =>
  tripsBreaker(outcome) && !(outcome.answer?.status === 404 && outcome.answer.format === 'json')

/** What they answer to a removal is not described, so any success counts that does not contradict itself. */
function toRemoveOutcome(outcome: CheckboxOutcome): RemoveOutcome {
  if (outcome.ok) {
    const status = fromEttn(outcome.json, outcome)?.status
    const contradicts = outcome.answer.code !== null || status === 'fiscalized' || status === 'returned'
    return contradicts ? ambiguous(failureOf('bad_answer', 'Checkbox не підтвердив скасування')) : { kind: 'gone' }
  }
  const { failure, sent, answer } = outcome
  if (sent === 'no') return { kind: 'not_sent', failure }
  if (answer === null) return ambiguous(failure)
  if (answer.status < 300 && answer.format === 'empty') return { kind: 'gone' }
  if (answer.format === 'json') {
    if (answer.status === 410 || (answer.status === 404 && !isMissingPath(answer))) return { kind: 'gone' }
    if (isRefusal(answer) && failure.kind === 'refused' && !outcome.is_stale_token) return { kind: 'refused', failure }
  }
  return ambiguous(failure, answer.retry_after_seconds)
}

const ambiguous = (failure: FiscalFailure, retry_after_seconds: number | null = null): RemoveOutcome => ({
  kind: 'ambiguous',
  failure,
  retry_after_seconds,
})
