import { isRefusal, notProven, toApiError } from './api-error.ts'
import { askPassword, offerSecondFactor } from './prompts.ts'
import { expectOk, readJson, send, type Call } from './send.ts'
import { replaceToken, tokenFor } from './session.ts'

export const getJson = async <Answer>(path: string, signal?: AbortSignal): Promise<Answer> =>
  readJson(await authorized({ method: 'GET', path, signal }))

/** A change that answers with what it changed. */
export const change = async <Answer>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> => readJson(await authorized({ method, path, body, ...(headers && { headers }) }))

/** For calls that answer 204. */
export const command = async (method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<void> => {
  await expectOk(await authorized({ method, path, body }))
}

/**
 * A request in the name of the person logged in. When the server wants the password again first, a dialog over the open
 * page takes it, and the same request is sent once more: the server had done nothing yet.
 */
export async function authorized(call: Call): Promise<Response> {
  const response = await withToken(call)
  if (response.status !== 403) return response
  const refusal = await toApiError(response.clone())
  // A page that may not even read says so in its own place (ErrorPage).
  if (isRefusal(refusal, 'auth.second_factor_needed') && call.method !== 'GET') offerSecondFactor()
  if (!isRefusal(refusal, 'auth.reauth_required', 'auth.second_factor_not_shown')) return response
  if (!(await askPassword(isRefusal(refusal, 'auth.second_factor_not_shown')))) throw notProven()
  return withToken(call)
}

/**
 * An access token may have died early (the session was ended), so one 401 is answered with a fresh token: nothing had
 * been done, hence repeating is safe whatever the method.
 */
async function withToken(call: Call): Promise<Response> {
  const token = await tokenFor(call.path)
  const response = await send(call, token)
  if (response.status !== 401) return response
  await replaceToken(token)
  return send(call, await tokenFor(call.path))
}
