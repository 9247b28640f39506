import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { roles } from '#/contract/permissions.ts'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { defaultMapping } from '#/server/integrations/crm/mapping.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp } from '../support/test-app.ts'

const crm = { url: 'http://127.0.0.1:9/', key: 'k', secret: 's', signer: 'timestamp-nonce-body' } as const
const demo = await startTestApp()
afterAll(() => demo.close())
const real = await startTestApp({ config: { crm: { ...crm, mapping: defaultMapping } } })
afterAll(() => real.close())

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))

describe('the status of the service', () => {
  test.each(roles)(
    'tells a %s that everything is made up while there is no CRM, and which version runs',
    async (role) => {
      const { status, body } = await (await loggedIn(demo, role)).get<ServiceStatus>('/status')
      expect([status, body]).toEqual([200, { demo: true, version, second_factor: 'optional', audit_alarm: null }])
    },
  )

  test('tells that it is real once there is a CRM', async () => {
    expect((await (await loggedIn(real)).get<ServiceStatus>('/status')).body.demo).toBe(false)
  })

  test('is nobody’s business who has not logged in', async () => {
    expect((await demo.anonymous.get('/status')).status).toBe(401)
  })
})
