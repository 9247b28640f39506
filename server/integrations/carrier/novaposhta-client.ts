import type { Clock } from '#/server/platform/clock.ts'
import { startDeadline } from '#/server/platform/outbound/deadline.ts'
import type { Logger } from '#/server/platform/log.ts'
import { createCallLoop, wentWell, type Judgement } from '#/server/platform/outbound/call-loop.ts'
import { callOutside } from '#/server/platform/outbound/outbound-http.ts'
import { isSick, untilAndWhy } from '../outage.ts'
import { askInParts } from './ask-in-parts.ts'
import type { CarrierClient, StatusAnswer } from './carrier-client.ts'
import { failureOf, hideKey } from './failure-words.ts'
import { askKeyOwner } from './ask-key-owner.ts'
import { onlyProblem, problemOf, readAnswer, type Reading } from './read-answer.ts'
import { sortTtns } from './sort-ttns.ts'
import { trackingCall, type CarrierCall } from './wire.ts'

export interface NovaPoshtaOptions {
  /** The whole address, with the slash at its end. */
  url: string
  clock: Clock
  /** From 0 to 1, for the length of the wait before the second try. */
  random?: () => number
  /** For both tries of one call and the wait between them. */
  timeoutMs?: number
  log?: Pick<Logger, 'warn'>
}

const defaultTimeoutMs = 20_000
/** A hundred records of 6 KB, their letters escaped as \uXXXX, are about 2 MB. */
const maxBytes = 8 * 1024 ** 2
const attempts = 2
/** An empty list was seen to pass within two seconds. */
const longestBackoffMs = 2000

interface Asked {
  key: string
  call: CarrierCall
  may_be_empty: boolean
  signal: AbortSignal | undefined
}

export function createNovaPoshtaClient(options: NovaPoshtaOptions): CarrierClient {
  const { clock, log, timeoutMs = defaultTimeoutMs } = options
  const url = new URL(options.url)
  const callWithCare = createCallLoop({ clock, log, name: 'carrier', longestBackoffMs, random: options.random })
  /** Which values are allowed is not documented; texts in another language are better than none. */
  let language: string | null = 'UA'

  const callOnce = async ({ key, call, may_be_empty, signal }: Asked, leftMs: number): Promise<Reading> => {
    const body = Buffer.from(JSON.stringify({ apiKey: key, ...call }), 'utf8')
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const called = await callOutside({ method: 'POST', url, headers, body, timeoutMs: leftMs, maxBytes, signal })
    return readAnswer(called, { key, now: clock.now(), may_be_empty })
  }

  const ask = async (asked: Asked): Promise<Reading> => {
    if (asked.key.trim() === '') return onlyProblem(problemOf(failureOf('key_rejected', 'ключа Нової пошти немає')))
    const deadline = startDeadline(timeoutMs, asked.signal)
    const once = () => callOnce(asked, deadline.leftMs())
    const operation = asked.call.calledMethod
    const reached = await callWithCare({ line: '', attempts, operation, once, judge, deadline })
    if (reached.kind === 'called') return reached.outcome
    const seconds = Math.ceil((reached.until.getTime() - clock.now().getTime()) / 1000)
    const detail = `Нова пошта кілька разів поспіль не відповіла, тому не питаємо її ${untilAndWhy(reached)}`
    return onlyProblem(problemOf(failureOf('unavailable', detail, seconds)))
  }

  const askPart = async (key: string, ttns: readonly string[], signal?: AbortSignal): Promise<Reading> => {
    const asked = { key, may_be_empty: false, signal }
    const reading = await ask({ ...asked, call: trackingCall(ttns, language) })
    if (language === null || reading.problem?.about !== 'language') return reading
    language = null
    return ask({ ...asked, call: trackingCall(ttns, language) })
  }

  return {
    kind: 'real',

    askStatuses: async (key, ttns, signal) => {
      const { good, bad } = sortTtns(ttns)
      if (good.length === 0) return { parcels: [], bad_numbers: bad, unanswered: [], failure: null }
      const answer = await askInParts(good, (part) => askPart(key, part, signal))
      const parcels = answer.parcels.map((parcel) => ({ ...parcel, status_text: hideKey(key, parcel.status_text) }))
      return { ...answer, parcels, bad_numbers: [...bad, ...answer.bad_numbers] } satisfies StatusAnswer
    },

    askKeyOwner: (key, signal) => askKeyOwner(key, (call, may_be_empty) => ask({ key, call, may_be_empty, signal })),
  }
}

const judge = ({ problem }: Reading): Judgement => {
  if (problem === null) return wentWell
  const { failure, again_may_help: again } = problem
  return { says: isSick(failure) ? 'ill' : 'well', again, trips: false, failure }
}
