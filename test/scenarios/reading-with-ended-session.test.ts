import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { createUser } from '#/server/users/create-user.ts'
import { ApiClient } from '../support/api-client.ts'
import { aCrmOrder } from '../support/orders.ts'
import { loggedIn } from '../support/people.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

/** Nothing is shown to one whose session has ended, and nothing is even read for a token that is not ours. */
let kasyr: TestApp
let paths: string[]
beforeAll(async () => {
  const crm = new ScriptedCrm()
  crm.put(aCrmOrder({ recipient: { name: 'Таємна Особа', phone: '380671112233' } }))
  kasyr = await startTestApp({ crm })
  await syncOrders(kasyr.app)
  const { body } = await (await loggedIn(kasyr)).get<OrderList>('/orders')
  paths = ['/orders', '/orders?q=таємна', '/orders/summary', `/orders/${body.items[0]?.id}`]
})
afterAll(() => kasyr.close())

describe('an answer', () => {
  test('is refused once the session has ended', async () => {
    const client = await loggedIn(kasyr)
    for (const path of paths) expect(await client.get(path)).toMatchObject({ status: 200 })
    expect(await client.post('/auth/logout')).toMatchObject({ status: 204 })
    for (const path of paths) {
      const { status, body, text } = await client.get<{ code: string }>(path)
      expect([status, body.code]).toEqual([401, 'auth.session_ended'])
      expect(text).not.toContain('Таємна')
    }
  })

  test('is refused to one who must first change the password', async () => {
    const { one_time_password = '' } = await createUser(kasyr.app, theSystem, {
      login: 'newcomer',
      name: 'Новенька',
      role: 'cashier',
    })
    const client = await kasyr.anonymous.logIn('newcomer', one_time_password)
    for (const path of paths) {
      expect(await client.get(path)).toMatchObject({ status: 403, body: { code: 'auth.password_change_required' } })
    }
  })

  test('is the refusal even when the request is wrong as well', async () => {
    const client = await loggedIn(kasyr)
    await client.post('/auth/logout')
    for (const path of ['/orders?nonsense=1', '/orders/00000000-0000-7000-8000-000000000000', '/orders/no-id']) {
      expect(await client.get(path)).toMatchObject({ status: 401, body: { code: 'auth.session_ended' } })
    }
  })

  test('is not even read without a token of ours', async () => {
    const seen: unknown[] = []
    const forger = new ApiClient(kasyr.anonymous.url, { access_token: 'not.a.token' })
    kasyr.watchStatements((text) => seen.push(text))
    for (const path of paths) {
      expect(await kasyr.anonymous.get(path)).toMatchObject({ status: 401 })
      expect(await forger.get(path)).toMatchObject({ status: 401 })
    }
    kasyr.watchStatements(null)
    expect(seen).toEqual([])
  })
})
