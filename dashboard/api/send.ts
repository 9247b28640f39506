import { noAnswer, toApiError, tooSlow } from './api-error.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api/v1. */
  path: string
  /** Sent as JSON, a form as it is. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

const timeoutMs = 30_000

/** One request as it is, without any thought of sessions. Rejects only when there is no answer. */
export async function send(call: Call, token: string | null): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  // The browser names the kind of a form itself, with the boundary between its parts.
  const isForm = call.body instanceof FormData
  try {
    return await fetch(`/api/v1${call.path}`, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(call.body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...call.headers,
      },
      ...(call.body !== undefined && { body: call.body instanceof FormData ? call.body : JSON.stringify(call.body) }),
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    })
  } catch (failure) {
    if (call.signal?.aborted) throw failure
    throw timeout.aborted ? tooSlow() : noAnswer()
  }
}

export async function expectOk(response: Response): Promise<Response> {
  if (!response.ok) throw await toApiError(response)
  return response
}

/** The contract is checked by the server's tests, so the body is taken at its word. */
export async function readJson<Answer>(response: Response): Promise<Answer> {
  await expectOk(response)
  try {
    const answer: Answer = await response.json()
    return answer
  } catch {
    throw noAnswer()
  }
}
