import { setTimeout as pause } from 'node:timers/promises'
import type { TokenAnswer } from '#/contract/auth.ts'
import type { Problem } from '#/contract/problem.ts'
import { noteAnswer, noteSent } from './evidence.ts'
import { patience } from './patience.ts'

/**
 * A process of the service that has to share the machine calls itself overloaded and does nothing of the request: the
 * request is repeated after its Retry-After. Services within the process of the tests do not (see `test-app.ts`).
 */
const overloaded = '"code":"server.overloaded"'
const overloadPauseMs = 500
const mostOverloads = Math.ceil(patience(60_000) / overloadPauseMs)

export interface Answer<Body = unknown> {
  status: number
  headers: Headers
  text: string
  body: Body
}

/** Calls the API the way an outside program would. */
export class ApiClient {
  readonly url: string
  readonly token: string | null
  readonly refresh_token: string | null

  constructor(url: string, tokens: { access_token: string; refresh_token?: string | undefined } | null = null) {
    this.url = url
    this.token = tokens?.access_token ?? null
    this.refresh_token = tokens?.refresh_token ?? null
  }

  async call<Body = Problem>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    patienceLeft = mostOverloads,
  ): Promise<Answer<Body>> {
    const isForm = body instanceof FormData
    const answer = await fetch(
      path.startsWith('/api/') || path.startsWith('/healthz') ? `${this.url}${path}` : `${this.url}/api/v1${path}`,
      {
        method,
        headers: {
          ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' || isForm ? body : JSON.stringify(body) }),
      },
    )
    const text = await answer.text()
    if (answer.status === 503 && text.includes(overloaded) && patienceLeft > 0) {
      await pause(overloadPauseMs)
      return this.call(method, path, body, headers, patienceLeft - 1)
    }
    noteSent(body)
    noteAnswer(`${method} ${path}`, answer.status, text)
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : null,
    }
  }

  get = <Body = Problem>(path: string, headers?: Record<string, string>) =>
    this.call<Body>('GET', path, undefined, headers)
  post = <Body = Problem>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.call<Body>('POST', path, body, headers)
  patch = <Body = Problem>(path: string, body?: unknown) => this.call<Body>('PATCH', path, body)
  delete = <Body = Problem>(path: string, body?: unknown) => this.call<Body>('DELETE', path, body)

  async logIn(login: string, password: string, headers?: Record<string, string>): Promise<ApiClient> {
    const { status, body, text } = await this.post<TokenAnswer>('/auth/login', { login, password }, headers)
    if (status !== 200) throw new Error(`login answered ${status}: ${text}`)
    return new ApiClient(this.url, body)
  }
}
