import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { may, roles, type Permission, type Role } from '#/contract/permissions.ts'
import { createTokens } from '#/server/auth/sessions/tokens.ts'
import { givenKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { parseKeyring, type Keyring } from '#/server/platform/encryption/keyring.ts'
import { operationsOf, readDocument } from '../fuzz/operations.ts'
import { isPaired } from '../support/how-often.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp } from '../support/test-app.ts'
import { askAll, codeOf, isRefused, type RawAnswer } from './raw-connection.ts'
import { spellings } from './spellings.ts'

/**
 * Every operation the service describes × everybody who may come × every spelling of its address. The operations are read
 * from the running service, so one added later is attacked without a change here. Usually every operation is asked for in
 * every spelling by one of them in turn, in the long run by all.
 */
const keys = (letter: string): Keyring => {
  const keyring = parseKeyring(`${letter}:${createHash('sha256').update(letter).digest('base64')}`)
  if ('problem' in keyring) throw new Error(keyring.problem)
  return keyring
}
const kasyr = await startTestApp({
  config: { token_keys: keys('a'), log_level: 'warn' },
  web: { limits: { anonymous_per_address: 1e9, writes_per_user: 1e9 } },
})
afterAll(() => kasyr.close())
const { host } = new URL(kasyr.url)
const id = 'abcdef01-2345-4789-8abc-def012345678'
const described = operationsOf(await readDocument(kasyr)).map(({ method, path, permission }) => ({
  method,
  permission,
  path: path.replaceAll(/\{\w+\}/g, id),
}))
/** What the document does not describe: the heads of everything that can be read, the numbers and the document itself. */
const operations = [
  ...described,
  ...described.flatMap(({ method, path }) => (method === 'GET' ? [{ method: 'HEAD', path }] : [])),
  ...['/metrics', '/api/openapi.json', '/api/docs'].map((path) => ({ method: 'GET', path })),
]

const callers = new Map<string, string | null>([['nobody', null]])
beforeAll(async () => {
  for (const role of roles) callers.set(role, (await loggedIn(kasyr, role)).token)
  const { sub, sid, gen } = JSON.parse(Buffer.from(callers.get('admin')?.split('.')[1] ?? '', 'base64url').toString())
  const longAgo = { now: () => new Date(Date.now() - 3_600_000) }
  callers.set(
    'an expired token of the admin',
    await createTokens(givenKeys(keys('a')), longAgo).signAccess({ sub, sid, gen }),
  )
  callers.set(
    'a token signed elsewhere',
    await createTokens(givenKeys(keys('b')), kasyr.app.clock).signAccess({ sub, sid, gen }),
  )
})

const request = (method: string, target: string, token: string | null): string =>
  [
    `${method} ${target} HTTP/1.1`,
    `host: ${host}`,
    'accept: text/html, application/json',
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
    ...(['GET', 'HEAD'].includes(method) ? [] : ['content-length: 0']),
    '\r\n',
  ].join('\r\n')

/** Without what differs from answer to answer. */
const headersOf = ({ headers }: RawAnswer) => {
  const { date: _date, 'content-length': _length, 'keep-alive': _keep, ...rest } = headers
  return rest
}

test('there is something to attack', () => {
  expect(described.length).toBeGreaterThan(40)
  expect(callers.size).toBe(6)
})

const spelled = Object.entries(spellings).map(([how, spell], place) => ({ how, spell, place }))
describe.each(spelled)('an address written with $how', ({ spell, place }) => {
  test('is refused to everybody, at every operation, with the headers of every answer', async () => {
    const cases = [...callers]
      .flatMap(([who, token], row) =>
        operations
          .filter((_operation, column) => isPaired(row + place, column, callers.size))
          .map(({ method, path }) => ({ who, token, method, path, target: spell(path, host) })),
      )
      .filter(({ path, target }) => target !== path)
    const answers = await askAll(
      kasyr.url,
      cases.map(({ method, target, token }) => request(method, target, token)),
    )
    const [plain] = await askAll(kasyr.url, [request('GET', '/api/v1/nowhere', null)])
    const wrong = answers.flatMap((answer, at) => {
      const { who, method, target } = cases[at] ?? {}
      const isPlainlyRefused =
        isRefused(answer) && answer.headers['content-type']?.startsWith('application/problem+json')
      const { connection: _connection, ...headers } = headersOf(answer)
      const { connection: _other, ...expected } = plain ? headersOf(plain) : {}
      const sameHeaders = isDeepStrictEqual(headers, expected)
      return isPlainlyRefused && sameHeaders ? [] : [`${who}: ${method} ${target} ${answer.status} ${codeOf(answer)}`]
    })
    expect(wrong).toEqual([])
  })
})

describe('the plain address', () => {
  const doors = new Set(['auth.required', 'auth.session_ended', 'auth.forbidden'])
  const expectedDoor = (who: string, permission: Permission): string => {
    if (who === 'nobody') return 'auth.required'
    const role = roles.find((one): one is Role => one === who)
    if (role === undefined) return 'auth.session_ended'
    return may(role, permission) ? 'open' : 'auth.forbidden'
  }

  test('opens to whom the table of permissions names, and to nobody else', async () => {
    const cases = [...callers].flatMap(([who, token]) =>
      described.flatMap(({ permission, ...operation }) =>
        permission === 'public' ? [] : [{ who, token, permission, ...operation }],
      ),
    )
    const answers = await askAll(
      kasyr.url,
      cases.map(({ method, path, token }) => request(method, path, token)),
    )
    const wrong = cases.flatMap(({ who, permission, method, path }, at) => {
      const code = answers[at] ? codeOf(answers[at]) : 'none'
      const door = doors.has(code) ? code : 'open'
      const expected = expectedDoor(who, permission)
      return door === expected ? [] : [`${who}: ${method} ${path} is ${door}, not ${expected}`]
    })
    expect(wrong).toEqual([])
  })

  test('gives its head to nobody who may not have the whole', async () => {
    const cases = [...callers].flatMap(([who, token]) =>
      described.flatMap(({ method, path, permission }) =>
        method !== 'GET' || permission === 'public' || expectedDoor(who, permission) === 'open'
          ? []
          : [{ who, path, token, status: expectedDoor(who, permission) === 'auth.forbidden' ? 403 : 401 }],
      ),
    )
    expect(cases.length).toBeGreaterThan(60)
    const answers = await askAll(
      kasyr.url,
      cases.map(({ path, token }) => request('HEAD', path, token)),
    )
    const wrong = cases.flatMap(({ who, path, status }, at) =>
      answers[at]?.status === status ? [] : [`${who}: HEAD ${path} ${answers[at]?.status}, not ${status}`],
    )
    expect(wrong).toEqual([])
  })

  test('of an id in capitals is another spelling, though PostgreSQL would find the same row', async () => {
    const withId = described.filter(({ path }) => path.includes(id))
    expect(withId.length).toBeGreaterThan(10)
    const answers = await askAll(
      kasyr.url,
      withId.map(({ method, path }) =>
        request(method, path.replace(id, id.toUpperCase()), callers.get('admin') ?? null),
      ),
    )
    expect(answers.filter((answer) => !isRefused(answer))).toEqual([])
  })
})
