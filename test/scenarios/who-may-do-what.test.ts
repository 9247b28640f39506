import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { may, permissions, roles } from '#/contract/permissions.ts'
import type { Problem } from '#/contract/problem.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createHttp } from '#/server/platform/http/create-http.ts'
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

type Guarded = (typeof guarded)[number]

/** Every route whose answer is another than expected, by its name. */
async function others(token: string | null, expected: (operation: Guarded) => string): Promise<string[]> {
  const wrong: string[] = []
  for (const operation of guarded) {
    const { status, code } = await ask(kasyr.url, token, operation)
    const door = [401, 403].includes(status) ? `${status} ${code}` : 'open'
    const wanted = expected(operation)
    if (door !== wanted)
      wrong.push(`${operation.method} ${operation.path} (${operation.permission}): ${door}, not ${wanted}`)
  }
  return wrong
}

describe('every route', () => {
  test.each([
    ['nothing', null, '401 auth.required'],
    ['a token that is none', 'x.y.z', '401 auth.session_ended'],
  ])('is closed to whoever comes with %s', async (_what, token, door) => {
    expect(guarded.length).toBeGreaterThan(40)
    expect(await others(token, () => door)).toEqual([])
  })

  test.each(roles)('asks the table whether a %s may', async (role) => {
    const { token } = await loggedIn(kasyr, role)
    expect(await others(token, ({ permission }) => (may(role, permission) ? 'open' : '403 auth.forbidden'))).toEqual([])
  })
})

describe('whoever still has a one-time password', () => {
  let newcomer: ApiClient
  beforeAll(async () => {
    const made = await createUser(kasyr.app, theSystem, { login: 'newcomer', name: 'Нова людина', role: 'admin' })
    newcomer = await kasyr.anonymous.logIn('newcomer', made.one_time_password ?? '')
  })

  test('reaches every route only to choose an own one', async () => {
    const door = ({ permission }: Guarded) =>
      permission === 'self.manage' ? 'open' : '403 auth.password_change_required'
    expect(await others(newcomer.token, door)).toEqual([])
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

  test('when it has no summary', () => {
    const config = { permission: 'user.read' } as const
    expect(() => http().get('/api/v1/secrets', { config }, async () => null)).toThrow('has no summary')
  })
})
