import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createHandClock } from '../frame/clock.ts'
import { startCrmSimulator } from './crm-simulator.ts'

const start = async () => {
  const clock = createHandClock(Date.UTC(2026, 0, 1))
  const simulator = await startCrmSimulator({ clock })
  onTestFinished(simulator.close)
  const control = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    return (await fetch(simulator.control_url + path, init)).json()
  }
  let nonces = 0
  const call = async (
    params: object = {},
    given: { secret?: string; time?: number; nonce?: string; method?: string } = {},
  ) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: given.method ?? 'GetOrders', params })
    const time = String(given.time ?? Math.floor(clock.now() / 1000))
    const nonce = given.nonce ?? `n${(nonces += 1)}`
    const signature = createHmac('sha256', given.secret ?? 'demo-secret')
      .update(`${time}\n${nonce}\n${body}`)
      .digest('hex')
    const headers = { 'x-key': 'demo-key', 'x-timestamp': time, 'x-nonce': nonce, 'x-signature': signature }
    const response = await fetch(simulator.rpc_url, { method: 'POST', body, headers })
    return { status: response.status, date: response.headers.get('date'), json: await response.json() }
  }
  return { ...simulator, call, control, clock }
}

const Page = z.object({ result: z.object({ orders: z.array(z.object({ id: z.number() })), total: z.number() }) })
const idsOf = (json: unknown) => Page.parse(json).result.orders.map(({ id }) => id)

test('a signed call gets its page, with the time of the simulated world', async () => {
  const { call, orders } = await start()
  orders.put([{ id: 1, updated_at: '2025-12-31T00:00:00Z' }])
  expect(await call()).toEqual({
    status: 200,
    date: 'Thu, 01 Jan 2026 00:00:00 GMT',
    json: { jsonrpc: '2.0', id: 7, result: { orders: [{ id: 1, updated_at: '2025-12-31T00:00:00Z' }], total: 1 } },
  })
})

test('pages follow one another, and updated_from leaves out what has not changed since', async () => {
  const { call, control } = await start()
  await control('POST', '/orders/generate', { count: 5, seed: 3 })
  expect(idsOf((await call({ limit: 2, offset: 2 })).json)).toEqual([3, 4])
  expect(idsOf((await call({ limit: 2, offset: 4 })).json)).toEqual([5])
  expect(idsOf((await call({ updated_from: '2025-12-31T23:58:00Z' })).json)).toEqual([4, 5])
  await control('POST', '/orders', { id: 1, status: 'edited' })
  expect(idsOf((await call({ updated_from: '2026-01-01T00:00:00Z' })).json)).toEqual([1])
})

test('a list may be capped, counted in pages, without a total, and change while it is read', async () => {
  const { call, control, list } = await start()
  await control('POST', '/orders/generate', { count: 5, seed: 3 })
  await control('PUT', '/settings', { listing: { page_cap: 2, counts: 'pages', tells_total: false } })
  const first = (await call({ limit: 4, page: 1 })).json
  expect(first).not.toHaveProperty('result.total')
  const ids = (json: unknown) =>
    z
      .object({ result: z.object({ orders: z.array(z.object({ id: z.number() })) }) })
      .parse(json)
      .result.orders.map(({ id }) => id)
  expect([ids(first), ids((await call({ limit: 4, page: 3 })).json)]).toEqual([[1, 2], [5]])
  list({ page_cap: 2 })
  expect(await control('PUT', '/meanwhile', [{ touch: [1] }, { remove: [2] }, { put: [{ id: 9 }] }])).toEqual({
    steps: 3,
  })
  const pages = []
  for (let offset = 0; offset < 6; offset += 2) pages.push(idsOf((await call({ offset })).json))
  expect(pages).toEqual([[1, 2], [4, 5], []])
  expect(idsOf((await call({ offset: 2 })).json)).toEqual([5, 1])
})

test('each refusal has its own status and code', async () => {
  const { call } = await start()
  const refusal = async (given: Parameters<typeof call>[1], params = {}) => {
    const { status, json } = await call(params, given)
    return [status, z.object({ error: z.object({ code: z.number() }) }).parse(json).error.code]
  }
  const now = Date.UTC(2026, 0, 1) / 1000
  expect(await refusal({ secret: 'wrong' })).toEqual([403, -32_002])
  expect(await refusal({ time: now - 301 })).toEqual([401, -32_003])
  expect(await refusal({ time: now + 301 })).toEqual([401, -32_003])
  expect(await refusal({ time: Number.NaN })).toEqual([401, -32_003])
  expect(await refusal({ method: 'DropOrders' })).toEqual([200, -32_601])
  expect(await refusal({}, { limit: 0 })).toEqual([200, -32_602])
  await call({}, { nonce: 'once' })
  expect(await refusal({ nonce: 'once' })).toEqual([409, -32_004])
})

test('a nonce of a call that was not signed rightly is not used up', async () => {
  const { call } = await start()
  await call({}, { nonce: 'mine', secret: 'wrong' })
  expect((await call({}, { nonce: 'mine' })).status).toBe(200)
})

test('orders are put, changed and removed through the control API', async () => {
  const { control, orders, faults } = await start()
  expect(await control('PUT', '/orders', [{ id: 1, status: 'new', updated_at: 'never' }, { id: 'b' }])).toMatchObject({
    put: 2,
  })
  expect(await control('POST', '/orders', { id: 1, ttn: '2045' })).toEqual({ put: 1 })
  expect(orders.all()).toContainEqual({ id: 1, status: 'new', ttn: '2045', updated_at: '2026-01-01T00:00:00.000Z' })
  expect(await control('DELETE', '/orders/b')).toEqual({ removed: 1 })
  expect(await control('DELETE', '/orders')).toEqual({ removed: 1 })
  expect(await control('POST', '/orders', { no: 'id' })).toHaveProperty('message')
  expect(await control('PUT', '/settings', { scheme: 'body' })).toMatchObject({ scheme: 'body', key: 'demo-key' })
  expect(faults.armed()).toEqual([])
})
