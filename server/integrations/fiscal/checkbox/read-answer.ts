import { z } from 'zod'
import type { OutboundAnswer, OutboundFailure } from '#/server/platform/outbound/outbound-http.ts'
import { parseBody } from '../../parse-body.ts'
import { quoted } from '../../redact.ts'
import { retryAfterSeconds } from '../../retry-after.ts'
import type { Reading } from './read-fields.ts'
import { badLicenseKey, badPin, failureOf, hideSecrets } from '../failure-words.ts'
import type { FiscalFailure } from '../fiscal-client.ts'

/** An answer that was read whole. */
export interface CheckboxAnswer {
  status: number
  format: 'json' | 'html' | 'empty' | 'other'
  /** Seen on the live API, but not published. */
  code: string | null
  /** Their words without secrets, not cut yet; empty when there are none. */
  message: string
  /** Of a 429 or a 503. */
  retry_after_seconds: number | null
}

export interface CheckboxFailed {
  ok: false
  failure: FiscalFailure
  /** A new sign-in may help, and nothing was done yet, so even a creation may be sent again. */
  is_stale_token: boolean
  /** Whether it may have had an effect, as `callOutside` means it. */
  sent: OutboundFailure['sent']
  /** null when none was read to its end. */
  answer: CheckboxAnswer | null
  is_redirect: boolean
}

/** `hide` takes the secrets of the call out of whatever text of the JSON is kept for people. */
export type CheckboxOutcome = ({ ok: true; json: unknown; answer: CheckboxAnswer } & Reading) | CheckboxFailed

/** What the call shows to be let in: without a code in the answer, that is what was refused. */
export type Proof = 'license_key' | 'pin' | 'bearer'

export interface Expected {
  proof: Proof
  /** The secrets of the call. */
  secrets: readonly string[]
  now: Date
}

/** Nothing was sent, unless the delivery says otherwise. */
export const toFailed = (failure: FiscalFailure, delivery: Partial<CheckboxFailed> = {}): CheckboxFailed => ({
  is_stale_token: false,
  sent: 'no',
  answer: null,
  is_redirect: false,
  ...delivery,
  ok: false,
  failure,
})

const staleTokenCode = 'base.credentials'
const notSignedIn = failureOf('refused', 'Checkbox не визнає входу касира')

/**
 * Codes seen on the live API; its description publishes none. They come before the status: there are two kinds of 401 and
 * three of 403.
 */
const byCode: ReadonlyMap<string | null, FiscalFailure> = new Map([
  [staleTokenCode, notSignedIn],
  ['cash_register.invalid_license_key', badLicenseKey],
  ['cashier.invalid_credentials', badPin],
])

const Said = z.object({
  code: z.string().nullable().catch(null),
  message: z.string().catch(''),
  /** Of a 422 where and why; of an answer that the framework gives by itself, its only words. */
  detail: z
    .union([
      z.string(),
      z
        .tuple(
          [z.object({ loc: z.array(z.union([z.string(), z.int()])).catch([]), msg: z.string().catch('') })],
          z.unknown(),
        )
        .transform(([{ loc, msg }]) => [loc.join('.'), msg].filter((part) => part !== '').join(' ')),
    ])
    .catch(''),
})
const nothingSaid = { code: null, message: '', detail: '' }

/** Whatever came back, as JSON that means success or as a failure with a name. */
export function readCheckboxAnswer(came: OutboundAnswer, { proof, secrets, now }: Expected): CheckboxOutcome {
  const { status, headers, body } = came
  const { json, problem } = parseBody(body)
  const said = Said.safeParse(json).data ?? nothingSaid
  const hide = (text: string) => hideSecrets(secrets, text)
  const answer: CheckboxAnswer = {
    status,
    format: problem === null ? 'json' : formatOf(came),
    code: said.code,
    message: hide([said.message, said.detail].filter((words) => words.trim() !== '').join(': ')),
    retry_after_seconds: status === 429 || status === 503 ? retryAfterSeconds(headers, now) : null,
  }
  const failure = whyFailed(answer, proof, problem)
  if (failure === null) return { ok: true, json, answer, hide, read_at: writtenAt(headers) ?? now }
  const is_stale_token = isStaleToken(answer, proof)
  return toFailed(failure, { is_stale_token, sent: 'answered', answer })
}

/** Their clock decides what lies in the past of an answer; ours may be wrong by hours. */
function writtenAt(headers: Headers): Date | null {
  const date = new Date(headers.get('date') ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}

function formatOf({ headers, body }: OutboundAnswer): 'html' | 'empty' | 'other' {
  const text = body.toString('utf8').trim()
  if (text === '') return 'empty'
  return text.startsWith('<') || /\bhtml\b/i.test(headers.get('content-type') ?? '') ? 'html' : 'other'
}

function whyFailed(answer: CheckboxAnswer, proof: Proof, problem: string | null): FiscalFailure | null {
  const { status, code, message } = answer
  const known = status >= 400 && status < 500 ? byCode.get(code) : undefined
  if (known !== undefined) return known
  const words = quoted(message)
  const said = words === '' ? '' : `: «${words}»`
  if (status === 429) {
    const seconds = answer.retry_after_seconds
    const wait = seconds === null ? '' : ` (не раніше ніж за ${seconds} с)`
    return failureOf('rate_limited', `Checkbox просить питати рідше${wait}${said}`)
  }
  if (status >= 500) return failureOf('unavailable', `Checkbox відповів кодом ${status}${said}`)
  if (status === 401 || status === 403) {
    // Cloudflare answers so to clients it does not like: that says nothing about the key or the PIN.
    if (problem !== null)
      return failureOf('unavailable', `запит зупинив захист перед Checkbox (код ${status}, відповідь: ${problem})`)
    if (code === null) return whyNotLetIn(status, message, proof, said)
  }
  if (status >= 400 && problem === null) return failureOf('refused', `Checkbox відмовив (код ${status})${said}`)
  if (status >= 400) return failureOf('bad_answer', `Checkbox відповів кодом ${status}, відповідь: ${problem}`)
  return problem === null ? null : failureOf('bad_answer', `відповідь Checkbox не за протоколом: ${problem}`)
}

/** No code: older answers have none, and the one to a missing token never has. */
function whyNotLetIn(status: 401 | 403, message: string, proof: Proof, said: string): FiscalFailure {
  if (proof !== 'bearer') {
    const { kind, detail } = proof === 'license_key' || status === 401 ? badLicenseKey : badPin
    return failureOf(kind, `${detail}${said}`)
  }
  return saysWhoIsThis(status, message) ? notSignedIn : failureOf('refused', `Checkbox відмовив (код ${status})${said}`)
}

/** Without a code: any 401, and the 403 to a missing token. */
const saysWhoIsThis = (status: number, message: string): boolean =>
  status === 401 || /^not authenticated$/i.test(message.trim())

function isStaleToken({ status, code, message, format }: CheckboxAnswer, proof: Proof): boolean {
  if (status !== 401 && status !== 403) return false
  if (code !== null) return code === staleTokenCode
  return format === 'json' && proof === 'bearer' && saysWhoIsThis(status, message)
}
