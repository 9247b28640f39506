import { describe, expect, test } from 'vitest'
import {
  jobsNotBoundOnce,
  routesWithoutPermission,
  undocumentedSettings,
  unrecordedAuditActions,
  unusedErrorCodes,
} from './completeness.ts'

const routes = (text: string, path = 'server/users/routes.ts') => routesWithoutPermission([{ path, text }])

describe('a route that names no permission is found', () => {
  test.each([
    ["http.get('/users', { schema: {} }, handler)", '/users'],
    ["http.post('/users/:id', { config: { errors: [] } }, handler)", '/users/:id'],
    ["http.delete('/users', handler)", '/users'],
    ["http.patch('/users', options, handler)", '/users'],
    ["http.put('/users', { config: { permission: '' } }, handler)", '/users'],
    ["http.route({ method: 'GET', url: '/users', handler })", '/users'],
  ])('%s', (text, url) => {
    expect(routes(text)).toEqual([`server/users/routes.ts:1 ${url} names no permission`])
  })

  test('and one that does is left alone, like a call that is no route', () => {
    expect(routes("http.get('/users', { config: { permission: 'user.read' } }, handler)")).toEqual([])
    expect(routes("http.route({ url: '/a', config: { permission: 'public' } }); map.get('users')")).toEqual([])
  })

  test('also outside the API, and whatever its address and options are called', () => {
    const path = 'server/platform/http/health/health.ts'
    expect(routes("http.get('/metrics', { schema: {} }, handler)", path)).toEqual([
      `${path}:1 /metrics names no permission`,
    ])
    expect(routes('http.get(address, options, handler)', path)).toEqual([`${path}:1 a route names no permission`])
    const named = "const config = { permission: 'public' } as const; const options = { config } as const;"
    expect(routes(`${named} http.get(address, options, handler); http.get('/b', { config }, handler)`, path)).toEqual(
      [],
    )
  })
})

describe('a job that is not bound exactly once is found', () => {
  const definition = {
    path: 'server/auth/jobs.ts',
    text: "export const purgeJob = defineJob('auth.purge', z.object({}))",
  }
  const bound = (table: string, ...more: { path: string; text: string }[]) =>
    jobsNotBoundOnce([definition, { path: 'server/worker.ts', text: table }, ...more])

  test('when nobody does it, or two do', () => {
    expect(bound('const background = []')).toEqual([
      'server/auth/jobs.ts:1 purgeJob is bound 0 times in server/worker.ts',
    ])
    expect(bound('const background = [on(purgeJob, a), on(purgeJob, b)]')).toHaveLength(1)
    expect(bound('const background = [on(purgeJob, purge, 60)]')).toEqual([])
  })

  test('when it takes the name of another', () => {
    const copy = { path: 'server/events/jobs.ts', text: "const otherJob = defineJob('auth.purge', z.object({}))" }
    expect(bound('const background = [on(purgeJob, a), on(otherJob, b)]', copy)).toEqual([
      'server/auth/jobs.ts:1 purgeJob shares its name auth.purge with another job',
      'server/events/jobs.ts:1 otherJob shares its name auth.purge with another job',
    ])
  })
})

describe('a refusal nobody gives is found', () => {
  const catalogue = {
    path: 'contract/errors.ts',
    text: "export const errors = catalogue({ 'user.gone': { status: 404 } })",
  }
  const using = (text: string, path = 'server/users/edit-user.ts') => unusedErrorCodes([catalogue, { path, text }])

  test.each([
    ["throw new AppError('user.gone')", 'server/users/edit-user.ts'],
    ["return ok ? null : 'user.gone'", 'server/users/rules.ts'],
  ])('and this gives it: %s', (text, path) => {
    expect(using(path.endsWith('rules.ts') ? `const f = () => { ${text} }` : text, path)).toEqual([])
  })

  test.each([
    ["http.get('/a', { config: { errors: ['user.gone'] } })", 'server/users/routes.ts'],
    ["recordAudit(app, tx, actor, { action: 'user.gone' })", 'server/users/edit-user.ts'],
    ["throw new AppError('user.gone')", 'test/scenarios/users.test.ts'],
    ["if (code === 'user.gone') show()", 'dashboard/pages/UsersPage.tsx'],
    ['', 'server/users/edit-user.ts'],
  ])('this does not give it: %s', (text, path) => {
    expect(using(text, path)).toEqual(['user.gone is given by nobody'])
  })
})

test('an action of the audit log nobody records is found', () => {
  const contract = {
    path: 'contract/audit.ts',
    text: "export const auditEntries = { 'user.created': z.object({}), 'user.edited': z.object({}) } as const satisfies Table",
  }
  const recording = (text: string) => unrecordedAuditActions([contract, { path: 'server/users/x.ts', text }])
  expect(recording("recordAudit(app, tx, actor, { action: 'user.created' })")).toEqual([
    'user.edited is recorded by nobody',
  ])
  expect(recording("recordAudit(app, tx, actor, { action: fresh ? 'user.created' : 'user.edited' })")).toEqual([])
})

describe('.env.example', () => {
  const config = { path: 'server/config.ts', text: 'const Variables = z.object({ KASYR_PORT: a, DATABASE_URL: b })' }
  const documented = (text: string) => undocumentedSettings([config, { path: '.env.example', text }])

  test('must be there and name every setting, and nothing that is no setting', () => {
    expect(undocumentedSettings([config])).toEqual(['.env.example is not there'])
    expect(documented('# KASYR_PORT=8080\n')).toEqual(['DATABASE_URL is missing in .env.example'])
    expect(documented('#KASYR_PORT=8080\nDATABASE_URL=\nKASYR_COLOUR=red\n')).toEqual([
      'KASYR_COLOUR of .env.example is read by nobody',
    ])
    expect(documented('#KASYR_PORT=8080\nDATABASE_URL=\n')).toEqual([])
  })
})

test('a rule whose table has moved says so instead of passing', () => {
  expect(() => unusedErrorCodes([])).toThrow('contract/errors.ts is not there')
  expect(() => unusedErrorCodes([{ path: 'contract/errors.ts', text: '' }])).toThrow('has no table errors')
})
