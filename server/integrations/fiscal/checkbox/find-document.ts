import type { CheckboxSessions } from './sessions.ts'
import { isMissingPath } from './classify-answer.ts'
import type { EttnPaths } from './create-document.ts'
import type { Deadline } from '#/server/platform/outbound/deadline.ts'
import type { EttnDocument, Failed, FindOutcome, FiscalReceipt, PrepaymentChain, Refused } from '../ettn-client.ts'
import { failureOf } from '../failure-words.ts'
import type { FiscalFailure, RegisterCredentials } from '../fiscal-client.ts'
import type { CheckboxFailed } from './read-answer.ts'
import { fromChain } from './read-chain.ts'
import { fromEttn, fromReceipt } from './read-ettn.ts'
import { isDocumentId } from './read-fields.ts'

/** Looks up one document. «Absent» only where Checkbox said so of this id; everything else is a failed lookup. */
export async function findDocument(
  { sessions, prefix }: EttnPaths,
  credentials: RegisterCredentials,
  id: string,
  deadline: Deadline,
): Promise<FindOutcome<EttnDocument>> {
  if (!isDocumentId(id)) return notAnId
  const ask = (path: `/${string}`) =>
    sessions.callAsCashier(credentials, { method: 'GET', path, attempts: 2 }, deadline)
  const outcome = await ask(`${prefix}/${id}`)
  if (outcome.ok) return toFound(fromEttn(outcome.json, outcome), id)
  if (!isAbsent(outcome)) return toFailedLook(outcome)
  if (outcome.answer === null || !isMissingPath(outcome.answer)) return { kind: 'absent' }
  // It may be the path that is not there: with a wrong prefix every document would be. So the list must be where it belongs.
  const list = await ask(`${prefix}?limit=1`)
  if (!list.ok) return toFailedLook(list)
  return Array.isArray(list.json) ? { kind: 'absent' } : failedLook(notAList)
}

/** The receipt behind a document, or a prepayment by the id we gave it. */
export async function findReceipt(
  sessions: CheckboxSessions,
  credentials: RegisterCredentials,
  id: string,
  deadline: Deadline,
): Promise<FindOutcome<FiscalReceipt>> {
  if (!isDocumentId(id)) return notAnId
  const call = { method: 'GET', path: `/receipts/${id}`, attempts: 2 } as const
  const outcome = await sessions.callAsCashier(credentials, call, deadline)
  if (!outcome.ok) return isAbsent(outcome) ? { kind: 'absent' } : toFailedLook(outcome)
  const found = toFound(fromReceipt(outcome.json, outcome), id)
  if (found.kind !== 'found') return found
  const { raw_status: _status, created_at: _created, relation_id: _relation, ...receipt } = found.found
  return { kind: 'found', found: receipt }
}

/** That a chain cannot be read never means that there is none: a second receipt over a paid advance would come of it. */
export async function findChain(
  sessions: CheckboxSessions,
  credentials: RegisterCredentials,
  relationId: string,
  deadline: Deadline,
): Promise<FindOutcome<PrepaymentChain>> {
  const path = `/prepayment-receipts/${encodeURIComponent(relationId)}` as const
  const outcome = await sessions.callAsCashier(credentials, { method: 'GET', path, attempts: 2 }, deadline)
  if (!outcome.ok) {
    const isMissing = outcome.answer !== null && isMissingPath(outcome.answer)
    return isAbsent(outcome) && !isMissing ? { kind: 'absent' } : toFailedLook(outcome)
  }
  const found = fromChain(outcome.json)
  if (found?.relation_id !== relationId)
    return failedLook(failureOf('bad_answer', 'Checkbox не розповів про ланцюжок передоплати'))
  return { kind: 'found', found }
}

const isAbsent = ({ answer }: CheckboxFailed): boolean =>
  answer?.format === 'json' && (answer.status === 404 || answer.status === 410)

/** Another document than the requested one is no answer. A receipt also has a short id, which it does not repeat. */
function toFound<Found extends { id: string }>(found: Found | null, id: string): FindOutcome<Found> {
  if (found === null) return failedLook(failureOf('bad_answer', 'Checkbox не розповів про документ'))
  const isAsked = found.id.toLowerCase() === id.toLowerCase() || id.length === 11
  return isAsked
    ? { kind: 'found', found }
    : failedLook(failureOf('bad_answer', 'Checkbox розповів про інший документ'))
}

export const notAList = failureOf('bad_answer', 'Checkbox не дав переліку документів')

export const failedLook = (failure: FiscalFailure, retry_after_seconds: number | null = null): Failed => ({
  kind: 'failed',
  failure,
  retry_after_seconds,
})

export const toFailedLook = ({ failure, answer }: CheckboxFailed): Failed =>
  failedLook(failure, answer?.retry_after_seconds ?? null)

/** Of a call with an effect: a clear no, or no proof of anything. */
export const toNoEffect = (outcome: CheckboxFailed): Refused | Failed => {
  const { kind } = outcome.failure
  const isNo = kind === 'refused' || kind === 'bad_pin' || kind === 'bad_license_key'
  return isNo ? { kind: 'refused', failure: outcome.failure } : toFailedLook(outcome)
}

const notAnId = failedLook(failureOf('refused', 'такого документа в Checkbox бути не може'))
