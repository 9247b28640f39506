import { errors, type ErrorCode } from '#/contract/errors.ts'
import { Problem } from '#/contract/problem.ts'
import type { DocumentSchemas } from './document-schemas.ts'
import { isStrict, type Operation } from './operations.ts'
import { mayCall, type Plan, type Who } from './requests.ts'
import type { Reply, Sent } from './send.ts'
import { mustBeInvalid } from './twists.ts'

export interface Case {
  operation: Operation
  plan: Plan
  sent: Sent
  reply: Reply
  /** Rows that are not as they were. */
  changed: string[]
}

/** What is wrong with an answer, in words; nothing when all is well. */
export function complaintsAbout(schemas: DocumentSchemas, seen: Case): string[] {
  const { operation, sent, reply, changed } = seen
  const { status, headers, text } = reply
  const complaints: string[] = []
  const complain = (wrong: boolean, what: string) => wrong && complaints.push(what)

  complain(status >= 500, `answered ${status}`)
  complain(isStrict(operation) && headers.get('cache-control') !== 'no-store', 'may be kept in a cache')
  complain(isText(reply) && !/; charset=utf-8$/i.test(headers.get('content-type') ?? ''), 'a text without its charset')
  complain(operation.method === 'GET' && changed.length > 0, `reading changed ${changed.join()}`)
  if (status < 400) complaints.push(...aboutSuccess(schemas, seen))
  else complaints.push(...aboutRefusal(schemas, seen))

  const expected = expectedDoor(seen)
  complain(expected !== null && status !== expected, `door answered ${status}, not ${expected}`)
  const isInvalid = expected === null && mustBeInvalid.includes(seen.plan.twist)
  complain(isInvalid && status !== 400, `${seen.plan.twist} answered ${status}, not 400`)
  complain(status === 204 && text !== '', '204 with a body')
  complain(text.includes('node_modules') || text.includes('    at '), 'a stack trace')
  return complaints.map((what) => `${sent.method} ${sent.target.slice(0, 300)}: ${what}; answer: ${text.slice(0, 500)}`)
}

function aboutSuccess(schemas: DocumentSchemas, { operation, sent, reply }: Case): string[] {
  const described = operation.responses[reply.status]
  if (!described) return [`status ${reply.status} is not described`]
  const complaints = whyNotAcceptable(schemas, operation, sent)
  if (!described.content) return complaints
  const type = contentTypeOf(reply)
  const fits = schemas.ofAnswer(operation, reply.status, type)
  if (!fits) return [...complaints, `content type ${type} is not described`]
  const body: unknown = type === 'application/json' ? JSON.parse(reply.text) : reply.text
  return fits(body) ? complaints : [...complaints, `answer does not fit: ${JSON.stringify(fits.errors)}`]
}

function aboutRefusal(schemas: DocumentSchemas, seen: Case): string[] {
  const { operation, reply, changed } = seen
  if (contentTypeOf(reply) !== 'application/problem+json') return [`refused with ${contentTypeOf(reply)}`]
  const parsed = Problem.safeParse(JSON.parse(reply.text))
  if (!parsed.success) return [`no problem: ${parsed.error.message}`]
  const { code, detail, status, type, instance, errors: fields = [] } = parsed.data
  const complaints: string[] = []
  const complain = (wrong: boolean, what: string) => wrong && complaints.push(what)
  const known = Object.entries(errors).find(([name]) => name === code)?.[1]
  complain(known?.status !== reply.status || status !== reply.status, `code ${code} is not of status ${reply.status}`)
  complain(type !== `urn:kasyr:problem:${code}` || instance.length < 30, 'type or instance is wrong')
  for (const sentence of [detail, ...fields.map((field) => field.detail)]) {
    complain(!/^[А-ЯҐЄІЇ].*\.$/su.test(sentence) || /\{\w+\}/.test(sentence), `not a Ukrainian sentence: ${sentence}`)
  }
  complain(changed.length > 0 && !changesOnPurpose.includes(code), `refused, yet changed ${changed.join()}`)
  if (!beforeTheRoute(seen)) {
    const described = operation.responses[reply.status]?.description.split(', ') ?? []
    complain(!described.includes(code), `${reply.status} ${code} is not described`)
    complain(!schemas.ofAnswer(operation, reply.status, 'application/problem+json')?.(parsed.data), 'does not fit')
  }
  return complaints
}

/** A stolen refresh token ends its session and is refused with that reason: the one refusal that must change something. */
const changesOnPurpose: readonly string[] = ['auth.refresh_reused'] satisfies ErrorCode[]

/** What stops a caller before anything of the request is looked at. */
function expectedDoor({ operation, plan: { who, headers }, sent }: Case): number | null {
  const site = sent.headers['sec-fetch-site'] ?? 'none'
  const fromElsewhere = 'origin' in headers || !['none', 'same-origin'].includes(site)
  if (operation.method !== 'GET' && fromElsewhere) return 403
  if (beforeTheRoute({ operation, sent })) return 404
  if (operation.permission === 'public') return null
  if (isNobody(who)) return 401
  return mayCall(who, operation) ? null : 403
}

const isNobody = (who: Who): boolean => who === 'anonymous' || who === 'garbage'

/** An address that is not plain, or has a part longer than any id, is no address of ours; then no operation was meant. */
const beforeTheRoute = ({ sent }: Pick<Case, 'operation' | 'sent'>): boolean =>
  /[^a-z0-9._~/-]/.test(sent.target.split('?', 1)[0] ?? '') ||
  Object.values(sent.path).some((part) => part.length > 200)

/** What was accepted must be what the document says may be sent, give or take blanks and capitals around it. */
function whyNotAcceptable(
  schemas: DocumentSchemas,
  operation: Operation,
  { query, path, headers, body }: Sent,
): string[] {
  const texts = new Map([...query, ...Object.entries(path), ...Object.entries(headers)])
  const wrong = operation.parameters.filter(({ name, schema }) => {
    const text = texts.get(name)
    return text !== undefined && !schemas.ofText(schema)({ text })
  })
  const fits = schemas.ofBody(operation)
  const bodyFits = body === null || !fits || [readJson(body), tidied(body)].some((json) => fits(json))
  return [
    ...wrong.map(({ name }) => `accepted a wrong ${name}`),
    ...(bodyFits ? [] : [`accepted a wrong body ${body}`]),
  ]
}

/** As the service reads it: a byte order mark in front is left out. */
const readJson = (json: string): unknown => JSON.parse(json.replace(/^\ufeff/, ''))

const tidied = (json: string): unknown =>
  JSON.parse(json.replace(/^\ufeff/, ''), (_name, value: unknown) =>
    typeof value === 'string' ? value.trim().toLowerCase() : value,
  )

/** A table for a spreadsheet is a ZIP and has no charset. */
const isText = (reply: Reply): boolean => reply.text !== '' && !contentTypeOf(reply).includes('spreadsheetml')

const contentTypeOf = ({ headers }: Reply): string => headers.get('content-type')?.split(';')[0] ?? ''
