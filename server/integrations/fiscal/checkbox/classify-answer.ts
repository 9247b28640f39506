import type { DocumentKind, SendOutcome } from '../ettn-client.ts'
import type { CheckboxAnswer, CheckboxFailed } from './read-answer.ts'

/**
 * What an answer that is no success proves about a creation. A needless lookup costs little; a wrong «refused» makes a second
 * receipt. So only an answer that is known to store nothing counts at once, an answered business refusal is looked up, and all
 * the rest is ambiguous. So is a 429, although it costs the receipt the whole quiet period: what Checkbox answers it with, and
 * which of its parts does, is not published. On the live API six rapid receipts were all taken, the processing was throttled
 * and not the intake (reference of Checkbox, sections 10 and 11), so a 429 may well come after the request was stored. Its
 * `Retry-After` is honoured for the whole register; to send the same waybill again on its word alone would be a guess about
 * money. Once the body of a real one is on record and a lookup after it shows nothing stored, it belongs into `harmless`.
 */
export function toSendFailure(outcome: CheckboxFailed, kind: DocumentKind): Exclude<SendOutcome, { kind: 'positive' }> {
  const { failure, sent, answer } = outcome
  const isBadCredentials = failure.kind === 'bad_pin' || failure.kind === 'bad_license_key'
  // Nothing was processed: signing in came before it, or the answer was about the credentials.
  if (isBadCredentials && (sent === 'no' || isUnauthorized(answer)))
    return { kind: 'refused', failure, code: codeOf(answer) }
  if (sent === 'no') return { kind: 'not_sent', failure }
  const ambiguous = {
    kind: 'ambiguous',
    failure,
    retry_after_seconds: answer?.retry_after_seconds ?? null,
    misconfigured: isMisconfigured(outcome),
    already_exists: answer?.format === 'json' && saysAlreadyExists(answer),
  } as const
  if (answer === null || answer.format !== 'json' || ambiguous.already_exists) return ambiguous
  if (storesNothing(answer, kind)) return { kind: 'refused', failure, code: answer.code }
  const isBusiness = isRefusal(answer) && !outcome.is_stale_token && answer.message !== ''
  return isBusiness ? { kind: 'answered', failure, code: answer.code } : ambiguous
}

/** A clear no of the API itself: unpaid (402) and not allowed (403) as well as what is wrong with the request. */
export const isRefusal = ({ format, status }: CheckboxAnswer): boolean => format === 'json' && refusals.has(status)
const refusals: ReadonlySet<number> = new Set([400, 402, 403, 409, 422])

const codeOf = (answer: CheckboxAnswer | null): string | null => answer?.code ?? null

const isUnauthorized = (answer: CheckboxAnswer | null): boolean => answer?.status === 401 || answer?.status === 403

interface Harmless {
  code: string
  status: number
  kinds: readonly DocumentKind[]
}
const every: readonly DocumentKind[] = ['ettn', 'ettn_rest', 'prepayment']

/**
 * Answers that surely stored nothing, each recorded against the live API (the sources are in the project's reference of
 * Checkbox, section 10). The two about credentials are recognised by their failure, above.
 */
const harmless: readonly Harmless[] = [
  // A field that breaks the schema, or a missing header: refused before any work. (ShelfGuard, live log of 2026-06-12)
  { code: 'validation.custom', status: 422, kinds: every },
  // A receipt needs an open shift; the sender opens it and sends again. (tiktok-live, sandbox of 2026-09-09)
  { code: 'shift.not_opened', status: 400, kinds: ['prepayment'] },
  // The body uses what the organization has not switched on. (tiktok-live, sandbox of 2026-09-09)
  { code: 'organization.option_disabled', status: 400, kinds: every },
]

function storesNothing({ status, code, message }: CheckboxAnswer, kind: DocumentKind): boolean {
  // A 422 without a code is the schema's own no: the framework gives it before the handler runs.
  if (status === 422 && code === null) return message !== ''
  return harmless.some((one) => one.code === code && one.status === status && one.kinds.includes(kind))
}

/** `receipt.already_exists` is the only code seen. An ETTN has none on record, so words count too, in any answer. */
const existing = ['already exist', 'duplicate', 'вже існує', 'уже існує', 'вже створен', 'уже створен', 'вже зареєстр']

export function saysAlreadyExists({ code, message }: CheckboxAnswer): boolean {
  const words = message.toLowerCase()
  return /already_exist|duplicate/i.test(code ?? '') || existing.some((phrase) => words.includes(phrase))
}

/** Only a person can mend it: a page in place of the API, a path or a method it does not have, another address. */
export function isMisconfigured({ answer, is_redirect }: CheckboxFailed): boolean {
  if (answer === null) return is_redirect
  return answer.format === 'html' || answer.status === 404 || answer.status === 405 || answer.status === 415
}

/** A page with a 5xx may be an outage and pass; any other comes again to whatever is sent. */
export const tripsBreaker = (outcome: CheckboxFailed): boolean =>
  isMisconfigured(outcome) && (outcome.answer?.status ?? 300) < 500

/**
 * The 404 of a server that has no such path says nothing about a document: the framework's own word, or none. One of the API
 * has a message.
 */
export const isMissingPath = ({ status, code, message }: CheckboxAnswer): boolean =>
  status === 404 && code === null && /^(not found)?$/i.test(message.trim())
