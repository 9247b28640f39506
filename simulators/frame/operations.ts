import type { IncomingHttpHeaders } from 'node:http'

/** One call as a handler sees it; the body has arrived in full. */
export interface SimulatedRequest {
  method: string
  path: string
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The very bytes, to verify a signature over them. */
  raw_body: Buffer
  body: string
  /** `undefined` when the body is not JSON. */
  json: () => unknown
}

/** A string or Buffer travels as it is, anything else as JSON, `undefined` as an empty body. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** `path` is a URLPattern pathname: `/things/:id`, or `/*` last in the list as "anything else". */
export interface Route {
  method: string
  path: string
  handle: (request: SimulatedRequest) => Answer | Promise<Answer>
}

/**
 * Something the outside world can be asked to do. To `handle` is the effect; sending what it returned is the answer.
 * Faults come between the two, so a handler must neither wait nor know about them.
 */
export interface Operation extends Route {
  name: string
  /** For protocols with one address for everything: tells operations apart by what the body says. */
  when?: (request: SimulatedRequest) => boolean
}

export interface RequestHead {
  method: string
  path: string
  query: URLSearchParams
}

/** `prefix` is taken off the path before routes look at it. */
export const toRequestHead = (method = 'GET', target = '/', prefix = ''): RequestHead => {
  // A target no URL parser accepts is still a request: it is logged, and finds no route.
  const url = URL.parse(target, 'http://simulator')
  const path = url?.pathname ?? target
  return { method, path: path.slice(prefix.length) || '/', query: url?.searchParams ?? new URLSearchParams() }
}

export interface Found<Kind extends Route> {
  route: Kind
  request: SimulatedRequest
}

/** The first route in the list that fits; `null` when none does. */
export const createRouteFinder = <Kind extends Route & Pick<Operation, 'when'>>(routes: readonly Kind[]) => {
  const compiled = routes.map((route) => ({ route, pattern: new URLPattern({ pathname: route.path }) }))

  return (head: RequestHead, headers: IncomingHttpHeaders, rawBody: Buffer): Found<Kind> | null => {
    for (const { route, pattern } of compiled) {
      if (route.method !== head.method) continue
      const match = pattern.exec({ pathname: head.path })
      if (match === null) continue
      const request = toRequest(head, headers, rawBody, definedOnly(match.pathname.groups))
      if (route.when?.(request) ?? true) return { route, request }
    }
    return null
  }
}

const toRequest = (
  head: RequestHead,
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
  params: Record<string, string>,
): SimulatedRequest => {
  const body = rawBody.toString('utf8')
  return { ...head, params, headers, raw_body: rawBody, body, json: () => readJson(body) }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const definedOnly = (groups: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
