import { inject } from 'vitest'
import { afterEach, expect, test } from 'vitest'
import { startService } from '#/server/service.ts'
import { createLog } from '#/server/platform/log.ts'
import { ensureFirstAdmin } from '#/server/users/ensure-first-admin.ts'
import { copyTemplate } from '../support/template-database.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp | undefined
afterEach(async () => {
  await kasyr?.close()
  kasyr = undefined
})

test('the first admin of KASYR_ADMIN_PASSWORD may work at once', async () => {
  kasyr = await startTestApp()
  const admin = await kasyr.anonymous.logIn('admin', kasyr.adminPassword)
  expect((await admin.get('/users')).status).toBe(200)
})

test('without it a one-time password is made once, and a second start makes none', async () => {
  kasyr = await startTestApp({ config: { admin_password: null } })
  const users = await kasyr.db.selectFrom('users').select(['login', 'role']).execute()
  expect(users).toEqual([{ login: 'admin', role: 'admin' }])
  const credentials = await kasyr.db
    .selectFrom('credentials')
    .select(['must_change', 'one_time_until'])
    .executeTakeFirstOrThrow()
  expect(credentials.must_change).toBe(true)
  expect(credentials.one_time_until).not.toBeNull()
  expect(await ensureFirstAdmin(kasyr.app)).toBeNull()
})

test('two processes that start on an empty database at once make one admin', async () => {
  kasyr = await startTestApp({ config: { admin_password: null } })
  const { config } = kasyr
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  const log = createLog('silent')
  const start = () =>
    startService(
      { ...config, database_url },
      { web: true, worker: true },
      { log, password_cost: { memory_kib: 64, passes: 1 } },
    )
  const services = await Promise.all([start(), start(), start()])
  expect(services.filter(({ first_admin }) => first_admin !== null)).toHaveLength(1)
  for (const service of services) await service.close()
})
