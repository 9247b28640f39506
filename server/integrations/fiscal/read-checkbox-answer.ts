import { z } from 'zod'
import type { OutboundAnswer } from '#/server/platform/outbound-http.ts'
import { parseBody } from '../parse-body.ts'
import { retryAfterSeconds } from '../retry-after.ts'
import { badLicenseKey, badPin, failureOf, quotedWithout } from './failure-words.ts'
import type { FiscalFailure, FiscalFailureKind } from './fiscal-client.ts'

/** `is_stale_token`: a new sign-in may help, and nothing was done yet, so even a creation may be sent again. */
export type CheckboxOutcome =
  | { ok: true; json: unknown }
  | { ok: false; failure: FiscalFailure; is_stale_token: boolean }

/** What the call shows to be let in: without a code in the answer, that is what was refused. */
export type Proof = 'license_key' | 'pin' | 'bearer'

export interface Expected {
  proof: Proof
  /** Everything of the call that nobody may read. */
  secrets: readonly string[]
  now: Date
}

export const toFailed = (failure: FiscalFailure, is_stale_token = false): CheckboxOutcome => ({
  ok: false,
  failure,
  is_stale_token,
})

const failed = (kind: FiscalFailureKind, detail: string): CheckboxOutcome => toFailed(failureOf(kind, detail))

const staleToken = toFailed(failureOf('refused', 'Checkbox не визнає входу касира'), true)

/**
 * Codes seen on the live API; its description publishes none. They come before the status: there are two kinds of 401 and
 * three of 403.
 */
const byCode: ReadonlyMap<string | null, CheckboxOutcome> = new Map([
  ['base.credentials', staleToken],
  ['cash_register.invalid_license_key', toFailed(badLicenseKey)],
  ['cashier.invalid_credentials', toFailed(badPin)],
])

const Said = z.object({ code: z.string().nullable().catch(null), message: z.string().catch('') })

/** Whatever came back, as JSON that means success or as a failure with a name. */
export function readCheckboxAnswer({ status, headers, body }: OutboundAnswer, expected: Expected): CheckboxOutcome {
  const { json, problem } = parseBody(body)
  const { code, message } = Said.safeParse(json).data ?? { code: null, message: '' }
  const known = byCode.get(code)
  if (known !== undefined) return known
  const words = quotedWithout(expected.secrets, message)
  const said = words === '' ? '' : `: «${words}»`
  if (status === 429) {
    const seconds = retryAfterSeconds(headers, expected.now)
    const wait = seconds === null ? '' : ` (не раніше ніж за ${seconds} с)`
    return failed('rate_limited', `Checkbox просить питати рідше${wait}${said}`)
  }
  if (status >= 500) return failed('unavailable', `Checkbox відповів HTTP ${status}${said}`)
  if (status === 401 || status === 403) {
    // Cloudflare answers so to clients it does not like: that says nothing about the key or the PIN.
    if (problem !== null)
      return failed('unavailable', `запит зупинив захист перед Checkbox (HTTP ${status}, відповідь: ${problem})`)
    if (code === null) return toRefusedProof(status, message, expected.proof, said)
  }
  if (status >= 400 && problem === null) return failed('refused', `Checkbox відмовив (HTTP ${status})${said}`)
  if (status >= 400) return failed('bad_answer', `Checkbox відповів HTTP ${status}, відповідь: ${problem}`)
  return problem === null ? { ok: true, json } : failed('bad_answer', `відповідь Checkbox не за протоколом: ${problem}`)
}

/** No code: older answers have none, and the one to a missing token never has. */
function toRefusedProof(status: 401 | 403, message: string, proof: Proof, said: string): CheckboxOutcome {
  if (proof === 'license_key') return toFailed(badLicenseKey)
  if (proof === 'pin') return toFailed(status === 401 ? badLicenseKey : badPin)
  const isUnknown = status === 401 || /^not authenticated$/i.test(message.trim())
  return isUnknown ? staleToken : failed('refused', `Checkbox відмовив (HTTP ${status})${said}`)
}
