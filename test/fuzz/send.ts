import { noteAnswer } from '../support/evidence.ts'
import type { Operation } from './operations.ts'
import type { Plan } from './requests.ts'
import { toJson, toText, type Lookup } from './sent-value.ts'

/** The request as it went out: every name looked up, every value text. */
export interface Sent {
  method: string
  /** Path with the query. */
  target: string
  path: Record<string, string>
  query: [string, string][]
  headers: Record<string, string>
  body: string | null
}

export interface Reply {
  status: number
  headers: Headers
  text: string
}

export function toSent(operation: Operation, plan: Plan, lookup: Lookup, authorization: string | null): Sent {
  const path = mapValues(plan.path, (value) => pathSafe(toText(value, lookup)))
  const query = plan.query.map(([name, value]): [string, string] => [
    name.toWellFormed(),
    querySafe(toText(value, lookup)),
  ])
  const filled = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  return {
    method: operation.method,
    target: search === '' ? filled : `${filled}?${search}`,
    path,
    query,
    headers: {
      ...mapValues(plan.headers, (value) => headerSafe(toText(value, lookup))),
      ...(authorization !== null && { authorization }),
      ...(plan.body && { 'content-type': plan.body.type }),
    },
    body: plan.body ? toJson(plan.body.value, lookup) : null,
  }
}

const mapValues = <From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))

/** An empty segment and dots name another address, before the service sees anything; a megabyte is cut to what an address bears. */
const pathSafe = (text: string): string => (/^\.{0,2}$/.test(text) ? 'x' : text.toWellFormed().slice(0, 2_000))

/** Longer ones do not fit into the head of a request at all; what is answered then is a test of `http-edge`. */
const querySafe = (text: string): string => text.slice(0, 5_000).toWellFormed()

/** What cannot stand in a header is refused by the client, not by us. */
const headerSafe = (text: string): string =>
  text
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?')
    .slice(0, 9_000)
    .trim()

const answerWithinMs = 20_000

export async function send(url: string, sent: Sent): Promise<Reply> {
  const leaving = new AbortController()
  const answer = await fetch(`${url}${sent.target}`, {
    method: sent.method,
    headers: sent.headers,
    redirect: 'manual',
    signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(answerWithinMs)]),
    ...(sent.body !== null && { body: sent.body }),
  })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const text = isStream ? await firstOf(answer) : await answer.text()
  // A stream has no end of its own: the reader leaves after its beginning.
  if (isStream) leaving.abort()
  noteAnswer(`${sent.method} ${sent.target.slice(0, 200)}`, answer.status, text)
  return { status: answer.status, headers: answer.headers, text }
}

async function firstOf(answer: Response): Promise<string> {
  const read = await answer.body?.getReader().read()
  return read?.value ? Buffer.from(read.value).toString() : ''
}
