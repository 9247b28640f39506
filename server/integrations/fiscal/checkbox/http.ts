import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#/server/platform/clock.ts'
import type { Logger } from '#/server/platform/log.ts'
import { createBreaker } from '#/server/platform/outbound-http-breaker.ts'
import { createRetryBudget } from '#/server/platform/outbound-http-retry-budget.ts'
import { callOutside } from '#/server/platform/outbound-http.ts'
import { randomSecret } from '#/server/platform/random.ts'
import { toClock } from '../../kyiv-time.ts'
import type { Deadline } from './deadline.ts'
import { failureOf, permitExpired, toUnanswered } from '../failure-words.ts'
import type { FiscalFailure, FiscalFailureKind, RegisterCredentials } from '../fiscal-client.ts'
import { readCheckboxAnswer, toFailed, type CheckboxFailed, type CheckboxOutcome, type Proof } from './read-answer.ts'

export interface CheckboxHttpOptions {
  /** With `/api/v1`. */
  url: string
  clock: Clock
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
  body?: unknown
  /** In place of `body`: what was frozen goes out byte for byte. */
  frozen?: string
  /** `performance.now()` after which no byte may leave. */
  send_before?: number
  /** Of the answer; a page of a list is longer than anything else. */
  maxBytes?: number
  /** An answer that only a person can mend: then nothing more is sent until the breaker lets one call try again. */
  tripsBreaker?: (outcome: CheckboxFailed) => boolean
  /** 2 is for what may be done twice: a read, a sign-in. */
  attempts: 1 | 2
}

/** With the last failure that counted, to say why it is open. */
type RegisterBreaker = ReturnType<typeof createBreaker> & { last: FiscalFailure | null }

export type CheckboxHttp = ReturnType<typeof createCheckboxHttp>

/**
 * Explicit, because a library's own User-Agent gets the page of the proxy in front of Checkbox; ASCII, because Cyrillic in
 * the client's name broke a production client of others.
 */
const whoWeAre = { 'user-agent': 'kasyr/1', 'x-client-name': 'kasyr', 'x-client-version': '1.0.0' }
const usualMaxBytes = 2 * 1024 ** 2
const longestBackoffMs = 300
/** More registers than any seller has: only a flood of invented keys gets there, and it shall not fill the memory. */
const mostBreakers = 1000

/** The other side is ill: worth a second try, and counted by the breaker. What is wrong with a key stays wrong. */
const isSick = (kind: FiscalFailureKind): boolean =>
  kind === 'unreachable' || kind === 'timeout' || kind === 'unavailable'

/** What a header can carry. A key with anything else in it was mistyped, and fetch would not send it. */
export const fitsHeader = (text: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(text)

/** One call to Checkbox, as every operation makes it: headers, tries, breaker per register, an outcome with a name. */
export function createCheckboxHttp({ url, clock, log, ...options }: CheckboxHttpOptions) {
  const { random = () => randomSecret(4).readUInt32BE() / 2 ** 32 } = options
  const base = new URL(url).href.replace(/\/+$/, '')
  const budget = createRetryBudget(clock)
  const breakers = new Map<string, RegisterBreaker>()

  const breakerOf = (licenseKey: string): RegisterBreaker => {
    const known = breakers.get(licenseKey)
    if (known !== undefined) return known
    const [oldest] = breakers.keys()
    if (breakers.size >= mostBreakers && oldest !== undefined) breakers.delete(oldest)
    const breaker: RegisterBreaker = { ...createBreaker(clock), last: null }
    breakers.set(licenseKey, breaker)
    return breaker
  }

  const callOnce = async (call: CheckboxCall, { leftMs, signal }: Deadline): Promise<CheckboxOutcome> => {
    const { license_key, pin } = call.credentials
    const headers = {
      ...whoWeAre,
      accept: 'application/json',
      'x-license-key': license_key,
      ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
      ...(call.body === undefined && call.frozen === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const text = call.frozen ?? (call.body === undefined ? null : JSON.stringify(call.body))
    const [target, timeoutMs] = [new URL(base + call.path), leftMs()]
    if (timeoutMs === 0) return toFailed(toUnanswered('timeout'))
    const { method, send_before = Infinity, maxBytes = usualMaxBytes } = call
    const body = text === null ? {} : { body: Buffer.from(text, 'utf8') }
    // Nothing may be awaited between this look at the clock and the call.
    if (performance.now() >= send_before) return toFailed(permitExpired)
    const called = await callOutside({ method, url: target, headers, ...body, timeoutMs, maxBytes, signal })
    if (!called.ok) {
      const { kind, sent } = called.failure
      return toFailed(toUnanswered(kind), { sent, is_redirect: kind === 'redirect' })
    }
    const secrets = [license_key, pin, call.bearer ?? '']
    return readCheckboxAnswer(called.answer, { proof: call.proof, secrets, now: clock.now() })
  }

  return async (call: CheckboxCall, deadline: Deadline): Promise<CheckboxOutcome> => {
    if (!fitsHeader(call.credentials.license_key))
      return toFailed(failureOf('bad_license_key', 'ключ ліцензії має складатися з латинських літер, цифр і знаків'))
    const breaker = breakerOf(call.credentials.license_key)
    const isTrip = (outcome: CheckboxOutcome) => !outcome.ok && call.tripsBreaker?.(outcome) === true
    const saysAboutCheckbox = (outcome: CheckboxOutcome) =>
      deadline.signal?.aborted || (!outcome.ok && outcome.failure === permitExpired)
        ? null
        : outcome.ok || !(isSick(outcome.failure.kind) || outcome.failure.kind === 'rate_limited' || isTrip(outcome))

    budget.noteCall()
    let outcome: CheckboxOutcome = toFailed(failureOf('unavailable', restingDetail(breaker.opensAt(), breaker.last)))
    for (let attempt = 1; attempt <= call.attempts; attempt += 1) {
      const result = await breaker.run(() => callOnce(call, deadline), saysAboutCheckbox)
      if (result === null) break
      outcome = result
      if (outcome.ok) break
      const { kind } = outcome.failure
      if (saysAboutCheckbox(outcome) === false) breaker.last = outcome.failure
      if (isTrip(outcome)) breaker.trip()
      log?.warn({ kind, operation: `${call.method} ${call.path}`, attempt }, 'Checkbox call failed')
      const backoffMs = random() * longestBackoffMs
      const mayRetry = attempt < call.attempts && isSick(kind) && !deadline.signal?.aborted
      if (!mayRetry || !budget.takeRetry(deadline.leftMs() - backoffMs)) break
      await wait(backoffMs, undefined, deadline.signal ? { signal: deadline.signal } : {}).catch(() => undefined)
    }
    return outcome
  }
}

function restingDetail(until: Date, last: FiscalFailure | null): string {
  const why = last === null ? '' : `; остання помилка: ${last.detail}`
  return `Checkbox кілька разів поспіль не відповів, тому не питаємо його про цю касу до ${toClock(until)}${why}`
}
