import type { Permit } from '#/server/platform/permit.ts'
import type { Clock } from '#/server/platform/clock.ts'
import type { Logger } from '#/server/platform/log.ts'
import { createCallLoop, wentWell, type Judgement } from '#/server/platform/outbound/call-loop.ts'
import { callOutside } from '#/server/platform/outbound/outbound-http.ts'
import { isSick, untilAndWhy } from '../../outage.ts'
import type { Deadline } from '#/server/platform/outbound/deadline.ts'
import { failureOf, permitExpired, toUnanswered } from '../failure-words.ts'
import type { RegisterCredentials } from '../fiscal-client.ts'
import type { ClockComparison } from './compare-clocks.ts'
import { readCheckboxAnswer, toFailed, type CheckboxFailed, type CheckboxOutcome, type Proof } from './read-answer.ts'

export interface CheckboxHttpOptions {
  /** With `/api/v1`. */
  url: string
  clock: Clock
  comparison: ClockComparison
  /** From 0 to 1, for the length of the wait before the second try. */
  random?: () => number
  log?: Pick<Logger, 'warn'> | undefined
}

export interface CheckboxCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  credentials: RegisterCredentials
  proof: Proof
  bearer?: string
  /** Goes out byte for byte. */
  body?: string
  /** No byte may leave once it is over. */
  permit?: Permit
  /** Of the answer; a page of a list is longer than anything else. */
  maxBytes?: number
  /** An answer that only a person can mend: then nothing more is sent until the breaker lets one call try again. */
  tripsBreaker?: (outcome: CheckboxFailed) => boolean
  /** 2 is for what may be done twice: a read, a sign-in. */
  attempts: 1 | 2
}

export type CheckboxHttp = ReturnType<typeof createCheckboxHttp>

/**
 * Explicit, because a library's own User-Agent gets the page of the proxy in front of Checkbox; ASCII, because Cyrillic in
 * the client's name broke a production client of others.
 */
const whoWeAre = { 'user-agent': 'kasyr/1', 'x-client-name': 'kasyr', 'x-client-version': '1.0.0' }
const usualMaxBytes = 2 * 1024 ** 2
const longestBackoffMs = 300

/** What a header can carry. A key with anything else in it was mistyped, and fetch would not send it. */
export const fitsHeader = (text: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(text)

/** One call to Checkbox, as every operation makes it: headers, tries, breaker per register, an outcome with a name. */
export function createCheckboxHttp({ url, clock, comparison, log, ...options }: CheckboxHttpOptions) {
  const base = new URL(url).href.replace(/(?<!\/)\/+$/, '')
  const callWithCare = createCallLoop({ clock, log, name: 'Checkbox', longestBackoffMs, random: options.random })

  const callOnce = async (call: CheckboxCall, { leftMs, signal }: Deadline): Promise<CheckboxOutcome> => {
    const { license_key, pin } = call.credentials
    const headers = {
      ...whoWeAre,
      accept: 'application/json',
      'x-license-key': license_key,
      ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const [target, timeoutMs] = [new URL(base + call.path), leftMs()]
    if (timeoutMs === 0) return toFailed(toUnanswered('timeout'))
    const { method, permit, maxBytes = usualMaxBytes } = call
    const body = call.body === undefined ? {} : { body: Buffer.from(call.body, 'utf8') }
    // Nothing may be awaited between this look at the clocks and the call.
    if (permit?.leftMs() === 0) return toFailed(permitExpired)
    const asked = clock.now()
    const called = await callOutside({ method, url: target, headers, ...body, timeoutMs, maxBytes, signal })
    if (!called.ok) {
      const { kind, sent } = called.failure
      return toFailed(toUnanswered(kind), { sent, is_redirect: kind === 'redirect' })
    }
    comparison.note(called.answer.headers, asked, clock.now())
    const secrets = [license_key, pin, call.bearer ?? '']
    return readCheckboxAnswer(called.answer, { proof: call.proof, secrets, now: clock.now() })
  }

  return async (call: CheckboxCall, deadline: Deadline): Promise<CheckboxOutcome> => {
    if (!fitsHeader(call.credentials.license_key))
      return toFailed(failureOf('bad_license_key', 'ключ ліцензії має складатися з латинських літер, цифр і знаків'))
    const reached = await callWithCare({
      line: call.credentials.license_key,
      attempts: call.attempts,
      operation: `${call.method} ${call.path}`,
      once: () => callOnce(call, deadline),
      judge: (outcome) => judge(outcome, call),
      deadline,
    })
    if (reached.kind === 'called') return reached.outcome
    const detail = `Checkbox кілька разів поспіль не відповів, тому не питаємо його про цю касу ${untilAndWhy(reached)}`
    return toFailed(failureOf('unavailable', detail))
  }
}

function judge(outcome: CheckboxOutcome, { tripsBreaker }: CheckboxCall): Judgement {
  if (outcome.ok) return wentWell
  const { failure } = outcome
  const trips = tripsBreaker?.(outcome) === true
  if (failure.kind === 'permit_over') return { says: 'nothing', again: false, trips, failure }
  const again = isSick(failure)
  return { says: again || trips || failure.kind === 'rate_limited' ? 'ill' : 'well', again, trips, failure }
}
