import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { may, permissions, roles } from '#/contract/permissions.ts'
import type { Problem } from '#/contract/problem.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createHttp } from '#/server/platform/http/http.ts'
import { createLog } from '#/server/platform/log.ts'
import { createUser } from '#/server/users/create-user.ts'
import { operationsOf, readDocument, type Operation } from '../fuzz/operations.ts'
import type { ApiClient } from '../support/api-client.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp } from '../support/test-app.ts'

const kasyr = await startTestApp()
afterAll(() => kasyr.close())
/** Every route of the running service, so that one added later is held to the table without a change here. */
const operations = operationsOf(await readDocument(kasyr)).filter(({ path }) => path.startsWith('/api/v1/'))
const guarded = operations.flatMap(({ permission, ...operation }) =>
  permission === 'public' ? [] : [{ ...operation, permission }],
)

/**
 * Asks for a thing that does not exist, with no body: whoever may do it is refused for another reason, and nothing
 * happens. A stream is left as soon as it begins.
 */
async function ask(url: string, token: string | null, { method, path }: Pick<Operation, 'method' | 'path'>) {
  const leaving = new AbortController()
  const target = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
  const answer = await fetch(`${url}${target}`, {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') ?? false
  const problem: Partial<Problem> = isProblem ? JSON.parse(await answer.text()) : {}
  leaving.abort()
  return { status: answer.status, code: problem.code }
}

describe.each(guarded)('$method $path', (operation) => {
  test('is closed to whoever has not logged in', async () => {
    expect(await ask(kasyr.url, null, operation)).toEqual({ status: 401, code: 'auth.required' })
    expect(await ask(kasyr.url, 'x.y.z', operation)).toEqual({ status: 401, code: 'auth.session_ended' })
  })

  test.each(roles)(`asks the table whether a %s has ${operation.permission}`, async (role) => {
    const answer = await ask(kasyr.url, (await loggedIn(kasyr, role)).token, operation)
    const door = [401, 403].includes(answer.status) ? answer : 'open'
    expect(door).toEqual(may(role, operation.permission) ? 'open' : { status: 403, code: 'auth.forbidden' })
  })
})

describe('whoever still has a one-time password', () => {
  let newcomer: ApiClient
  beforeAll(async () => {
    const made = await createUser(kasyr.app, theSystem, { login: 'newcomer', name: 'Нова людина', role: 'admin' })
    newcomer = await kasyr.anonymous.logIn('newcomer', made.one_time_password ?? '')
  })

  test.each(guarded)('reaches $method $path only to choose an own one', async (operation) => {
    const { status, code } = await ask(kasyr.url, newcomer.token, operation)
    const isShut = code === 'auth.password_change_required' && status === 403
    expect(isShut).toBe(operation.permission !== 'self.manage')
  })
})

describe('the table of permissions', () => {
  test('names nothing that no route asks for', () => {
    expect(Object.keys(permissions).toSorted()).toEqual([...new Set(guarded.map((one) => one.permission))].toSorted())
  })

  test('lets an auditor change nothing but the own account', () => {
    const changing = guarded.filter(({ method, permission }) => method !== 'GET' && permission !== 'self.manage')
    expect(changing.filter(({ permission }) => may('auditor', permission))).toEqual([])
  })

  test('leaves only logging in, with a password or a passkey, refreshing and logging out to everybody', () => {
    const open = operations.filter(({ permission }) => permission === 'public').map(({ path }) => path)
    expect(open).toEqual([
      '/api/v1/auth/login',
      '/api/v1/auth/refresh',
      '/api/v1/auth/logout',
      '/api/v1/auth/passkey-login/options',
      '/api/v1/auth/passkey-login',
    ])
  })
})

describe('a route that forgot its rules stops the start', () => {
  const http = () =>
    createHttp({
      log: createLog('silent'),
      host: '127.0.0.1',
      public_url: null,
      trusted_proxies: [],
      check_answers: true,
    })

  test('when it names no permission', () => {
    expect(() => http().get('/api/v1/secrets', { schema: { summary: 'Таємниці' } }, async () => null)).toThrow(
      'GET /api/v1/secrets names no permission',
    )
  })

  test('when it has no summary', () => {
    const config = { permission: 'user.read' } as const
    expect(() => http().get('/api/v1/secrets', { config }, async () => null)).toThrow('has no summary')
  })
})
