import type { OutboundAnswer } from '#/server/platform/outbound/outbound-http.ts'
import { toDayAndClock, toInstant } from '../kyiv-time.ts'
import { parseBody } from '../parse-body.ts'
import { quoted } from '../redact.ts'
import type { PageOutcome } from './crm-client.ts'
import { failed } from './failure-words.ts'
import { valueAt } from './json-pointer.ts'
import type { CrmMapping } from './mapping.ts'
import { fromResult } from './wire.ts'

export interface Expected {
  id: number
  mapping: CrmMapping
  now: Date
}

/** Whatever came back, as a page or as a failure with a name. */
export function readAnswer({ status, headers, body }: OutboundAnswer, { id, mapping, now }: Expected): PageOutcome {
  const { json, problem } = parseBody(body)
  const error = json === undefined ? undefined : (valueAt(json, '/error') ?? undefined)
  const said = messageOf(error)
  if (status === 429) return failed('rate_limited', `CRM просить питати рідше${waitOf(headers)}${said}`)
  if (status >= 500) return failed('unavailable', `CRM відповіла кодом ${status}${said}`)
  const isRefusedAccess = status === 401 || status === 403
  if (isRefusedAccess || error !== undefined) {
    const isOurs = error === undefined || isSameId(valueAt(json, '/id') ?? id, id)
    if (isOurs) return toRefusal({ status, error, headers, now, isHtml: problem?.includes('HTML') ?? false })
    return failed('bad_answer', 'CRM відповіла на інший запит (інший id)')
  }
  if (status !== 200) return failed('bad_answer', `CRM відповіла кодом ${status}${problem ? `: ${problem}` : ''}`)
  if (problem !== null) return failed('bad_answer', `відповідь CRM не за протоколом: ${problem}`)
  if (!isSameId(valueAt(json, '/id'), id)) return failed('bad_answer', 'CRM відповіла на інший запит (інший id)')
  const page = fromResult(valueAt(json, '/result'), mapping)
  return 'problem' in page ? failed('bad_answer', `незрозуміла відповідь CRM: ${page.problem}`) : { ok: true, page }
}

/** PHP turns numbers into text at will. */
const isSameId = (given: unknown, id: number): boolean => given === id || given === String(id)

function waitOf(headers: Headers): string {
  const after = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(after) ? ` (не раніше ніж за ${after} с)` : ''
}

function messageOf(error: unknown): string {
  const message = typeof error === 'string' ? error : valueAt(error, '/message')
  return typeof message === 'string' && message.trim() !== '' ? `: «${quoted(message)}»` : ''
}

/** A signature with a time in it is refused when the clocks differ; CRMs allow five minutes. */
const allowedSkewMs = 5 * 60_000
const isAboutAccess =
  /signature|sign\b|unauthori[sz]ed|forbidden|access denied|credential|api.?key|token|підпис|доступ|ключ/iu
const isAboutTime =
  /clock|skew|(time|timestamp|tonce).{0,40}(expired|old|early|late|future|past|range|window)|мітк\S* часу/iu

interface Refusal {
  status: number
  error: unknown
  headers: Headers
  now: Date
  isHtml: boolean
}

function toRefusal({ status, error, headers, now, isHtml }: Refusal): PageOutcome {
  const said = messageOf(error)
  const isAccess = status === 401 || status === 403 || isAboutAccess.test(said)
  if (!isAccess && !isAboutTime.test(said)) {
    const code = valueAt(error, '/code')
    return failed('refused', `CRM відмовила${Number.isSafeInteger(code) ? ` (код ${String(code)})` : ''}${said}`)
  }
  const theirs = theirTime(error, headers, now)
  const isSkewed = theirs !== null && Math.abs(theirs.getTime() - now.getTime()) > allowedSkewMs
  if (isSkewed || isAboutTime.test(said)) {
    const times = `у CRM ${theirs === null ? 'невідомо' : toDayAndClock(theirs)}, тут ${toDayAndClock(now)}`
    return failed('clock_skew', `годинники розходяться: ${times}${said}`)
  }
  const page = isHtml ? ' сторінкою HTML: можливо, запит зупинив захист перед нею' : ''
  return failed('bad_credentials', `CRM не прийняла ключа або підпису (код ${status})${page}${said}`)
}

/** What the error itself says comes first: the Date header may be that of a proxy. */
function theirTime(error: unknown, headers: Headers, now: Date): Date | null {
  const places = ['/data/server_time', '/data/time', '/data/now', '/server_time', '/time']
  const told = places.map((place) => toInstant(valueAt(error, place), now)).find((instant) => instant !== null)
  const date = new Date(told ?? headers.get('date') ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}
