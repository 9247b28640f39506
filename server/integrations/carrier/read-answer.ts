import type { OutboundAnswer, OutboundOutcome } from '#/server/platform/outbound/outbound-http.ts'
import { isSick } from '../outage.ts'
import { parseBody } from '../parse-body.ts'
import { retryAfterSeconds } from '../retry-after.ts'
import type { CarrierFailure } from './carrier-client.ts'
import { classifyError } from './classify-error.ts'
import { failureOf, hideKey, quotedWithout, toComplained, toUnanswered } from './failure-words.ts'
import { readEnvelope, type Envelope } from './read-envelope.ts'

/** What came of one call: records, and what is wrong, which may be both. */
export interface Reading {
  records: unknown[]
  warnings: string[]
  problem: Problem | null
  /** How many records there are on all pages, where the answer says so. */
  total?: number | null
}

export interface Problem {
  /** What the carrier complains of; `number` and `absence` of a batch are true of some TTN in it. */
  about: 'number' | 'absence' | 'language' | 'call'
  failure: CarrierFailure
  /** A smaller batch may be answered where this one was not. */
  fewer_may_help: boolean
  /** It was seen to pass by itself within seconds. */
  again_may_help: boolean
}

export interface Expected {
  key: string
  now: Date
  may_be_empty: boolean
}

export const problemOf = (failure: CarrierFailure, more: Partial<Problem> = {}): Problem => ({
  about: 'call',
  failure,
  fewer_may_help: false,
  again_may_help: isSick(failure),
  ...more,
})

export const onlyProblem = (problem: Problem): Reading => ({ records: [], warnings: [], problem })

/** Whatever came back, as records or as a problem with a name. */
export function readAnswer(called: OutboundOutcome, expected: Expected): Reading {
  if (called.ok) return readHttp(called.answer, expected)
  const { kind } = called.failure
  return onlyProblem(problemOf(toUnanswered(kind), { fewer_may_help: kind === 'too_large' }))
}

function readHttp({ status, headers, body }: OutboundAnswer, expected: Expected): Reading {
  const { json, problem } = parseBody(body)
  const envelope = readEnvelope(json)
  const said = envelope === null ? '' : saidIn(envelope, expected.key)
  const wait = retryAfterSeconds(headers, expected.now)
  if (status === 401) return onlyProblem(problemOf(toComplained('key_rejected', said)))
  if (status === 429) return onlyProblem(problemOf(toComplained('rate_limited', said, wait)))
  if (status === 408 || status >= 500)
    return onlyProblem(problemOf(toComplained('unavailable', said === '' ? `код ${status}` : said, wait)))
  if (envelope !== null) return readMeaning(envelope, { status, said, wait, expected })
  const what = problem ?? 'немає жодної з її частин'
  const failure = failureOf('bad_answer', `відповідь Нової пошти не за протоколом (код ${status}): ${what}`)
  // A page of a proxy stands there for every batch alike.
  return onlyProblem(problemOf(failure, { fewer_may_help: status === 200 && !what.includes('HTML') }))
}

interface Meant {
  status: number
  said: string
  wait: number | null
  expected: Expected
}

function readMeaning({ success, records, warnings, errors, codes, total }: Envelope, meant: Meant): Reading {
  const { status, said, wait, expected } = meant
  const isComplaint = !success && (records.length === 0 || errors.length > 0 || codes.length > 0)
  if (isComplaint || status !== 200) {
    const complaint = classifyError(errors, codes)
    const about = complaint === 'number' || complaint === 'absence' || complaint === 'language' ? complaint : 'call'
    const failure = toComplained(complaint, status === 200 ? said : `код ${status}${said && `, ${said}`}`, wait)
    const problem = problemOf(failure, { about, fewer_may_help: complaint === 'bad_answer' })
    return status === 200 ? { records, warnings, problem } : { records: [], warnings, problem }
  }
  if (records.length > 0 || expected.may_be_empty) return { records, warnings, problem: null, total }
  if (classifyError(warnings, []) === 'number')
    return { records, warnings, problem: problemOf(toComplained('number', said), { about: 'number' }) }
  const failure = failureOf('no_records', 'Нова пошта відповіла порожнім списком')
  return onlyProblem(problemOf(failure, { again_may_help: true }))
}

/** The first few are enough for a person; each is quoted for itself. */
function saidIn({ errors, codes }: Envelope, key: string): string {
  const texts = errors.slice(0, 3).map((error) => `«${quotedWithout(key, error)}»`)
  const numbers = codes.filter((code) => /^\d{1,15}$/.test(code)).slice(0, 3)
  return [...texts, ...numbers.map((code) => `код ${hideKey(key, code)}`)].join(', ')
}
