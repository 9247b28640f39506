import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#/server/platform/clock.ts'
import { fitsHeader, type CheckboxCall, type CheckboxHttp } from './http.ts'
import { inTime, startDeadline, type Deadline } from '#/server/platform/outbound/deadline.ts'
import { failureOf, toUnanswered } from '../failure-words.ts'
import type { FiscalFailure, RegisterCredentials } from '../fiscal-client.ts'
import { toFailed, type CheckboxOutcome } from './read-answer.ts'

type SignedIn = { ok: true; token: string } | { ok: false; failure: FiscalFailure }

/** What is asked in the name of the cashier; the rest of the call is the session's. */
export type CashierCall = Omit<CheckboxCall, 'credentials' | 'proof' | 'bearer'>

export type CheckboxSessions = ReturnType<typeof createCheckboxSessions>

/** Its lifetime is not published and not in the token; clients of others keep one for 20 to 50 minutes. */
const longestUseMs = 30 * 60_000

const Token = z.object({ access_token: z.string().refine(fitsHeader) })

/**
 * The cashier's token of every register, in memory only. One sign-in at a time per register, however many wait for it; a
 * token that Checkbox no longer takes is replaced once per call.
 */
export function createCheckboxSessions({ http, clock, timeoutMs }: Options) {
  const tokens = new Map<string, { token: string; since: number }>()
  const underWay = new Map<string, Promise<SignedIn>>()

  /** Takes no caller's signal: other calls may wait for the same token. */
  const startSignIn = async (name: string, credentials: RegisterCredentials): Promise<SignedIn> => {
    const call = { method: 'POST', path: '/cashier/signinPinCode', credentials, proof: 'pin', attempts: 2 } as const
    const body = JSON.stringify({ pin_code: credentials.pin })
    const outcome = await http({ ...call, body }, startDeadline(timeoutMs))
    if (!outcome.ok) return outcome
    const { data } = Token.safeParse(outcome.json)
    if (data === undefined)
      return { ok: false, failure: failureOf('bad_answer', 'Checkbox не дав ключа доступу касира') }
    tokens.set(name, { token: data.access_token, since: clock.now().getTime() })
    return { ok: true, token: data.access_token }
  }

  const signIn = async (
    credentials: RegisterCredentials,
    deadline: Deadline,
    maxAgeMs = longestUseMs,
  ): Promise<SignedIn> => {
    const name = nameOf(credentials)
    const known = tokens.get(name)
    const ageMs = known === undefined ? -1 : clock.now().getTime() - known.since
    if (known !== undefined && ageMs >= 0 && ageMs < maxAgeMs) return { ok: true, token: known.token }
    if (deadline.signal?.aborted) return { ok: false, failure: toUnanswered('cancelled') }
    const signingIn = underWay.get(name) ?? startSignIn(name, credentials).finally(() => underWay.delete(name))
    underWay.set(name, signingIn)
    const signedIn = await inTime(signingIn, deadline)
    return signedIn ?? { ok: false, failure: toUnanswered(deadline.signal?.aborted ? 'cancelled' : 'timeout') }
  }

  /** Only this very token: another call may have brought a new one already. */
  const forget = (credentials: RegisterCredentials, token: string): void => {
    const name = nameOf(credentials)
    if (tokens.get(name)?.token === token) tokens.delete(name)
  }

  const callAsCashier = async (
    credentials: RegisterCredentials,
    call: CashierCall,
    deadline: Deadline,
  ): Promise<CheckboxOutcome> => {
    const first = await signIn(credentials, deadline)
    if (!first.ok) return toFailed(first.failure)
    const outcome = await http({ ...call, credentials, proof: 'bearer', bearer: first.token }, deadline)
    if (outcome.ok || !outcome.is_stale_token) return outcome
    forget(credentials, first.token)
    const again = await signIn(credentials, deadline)
    if (!again.ok) return toFailed(again.failure)
    return http({ ...call, credentials, proof: 'bearer', bearer: again.token }, deadline)
  }

  return { http, signIn, forget, callAsCashier }
}

interface Options {
  http: CheckboxHttp
  clock: Clock
  /** For one sign-in with both of its tries. */
  timeoutMs: number
}

/** A changed PIN is another session: the old token must not vouch for it. */
const nameOf = ({ license_key, pin }: RegisterCredentials): string =>
  createHash('sha256')
    .update(JSON.stringify([license_key, pin]))
    .digest('base64')
