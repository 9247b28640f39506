import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Instant } from '#/contract/common.ts'
import { Kopiykas } from '#/contract/common.ts'
import { Goods } from '#/contract/orders.ts'
import { startCrm } from '#/test/support/real-crm.ts'
import { generateOrders } from '#/simulators/crm/generate-orders.ts'
import type { CrmClient, PageRequest } from './crm-client.ts'
import { createStubCrmClient } from './stub-crm-client.ts'

/** What every CRM client promises, stub or real. */
const CrmOrder = z.strictObject({
  crm_id: z.string().min(1),
  number: z.string().min(1),
  ordered_at: Instant,
  updated_at: Instant.nullable(),
  status: z.string(),
  recipient: z.strictObject({ name: z.string(), phone: z.string().regex(/^380\d{9}$/) }),
  ttn: z
    .string()
    .regex(/^\d{14}$/)
    .nullable(),
  notes: z.string(),
  goods: z.array(Goods),
  total: Kopiykas,
})

const clients: [string, () => Promise<CrmClient>][] = [
  ['stub', async () => createStubCrmClient({ clock: { now: () => new Date('2026-02-01T12:00:00Z') } })],
  [
    'real',
    async () => {
      const { client, orders } = await startCrm()
      orders.clear()
      orders.put(generateOrders({ count: 210, seed: 5, first_id: 1, now: Date.UTC(2026, 1, 1) }))
      return client
    },
  ],
]

const read = async (client: CrmClient, request: Partial<PageRequest> = {}) => {
  const outcome = await client.listOrders({ updated_from: null, offset: 0, limit: 1000, ...request })
  if (!outcome.ok) throw new Error(outcome.failure.detail)
  return outcome.page
}

describe.each(clients)('the %s client', (kind, create) => {
  test('gives orders in our words, each once', async () => {
    const client = await create()
    const { orders, total } = await read(client)
    expect(client.kind).toBe(kind)
    expect(total).toBe(orders.length)
    expect(orders.length).toBeGreaterThan(150)
    for (const order of orders) expect(CrmOrder.parse(order)).toEqual(order)
    expect(new Set(orders.map(({ crm_id }) => crm_id)).size).toBe(orders.length)
  })

  test('gives the same orders in pages as at once, and nothing past the end', async () => {
    const client = await create()
    const whole = await read(client)
    const pages = []
    for (let offset = 0; offset < whole.orders.length; offset += 60)
      pages.push(await read(client, { offset, limit: 60 }))
    expect(pages.flatMap(({ orders }) => orders)).toEqual(whole.orders)
    expect(pages.every(({ total }) => total === whole.total)).toBe(true)
    expect(await read(client, { offset: 5000 })).toEqual({ orders: [], unreadable: [], total: whole.total })
  })

  test('gives only what has changed since, that very moment included', async () => {
    const client = await create()
    const whole = await read(client)
    const updated_from = whole.orders[100]?.updated_at ?? null
    expect(updated_from).not.toBeNull()
    const changed = await read(client, { updated_from })
    expect(changed.orders).toEqual(whole.orders.filter((order) => (order.updated_at ?? '') >= (updated_from ?? '')))
    expect(changed.orders.length).toBeLessThan(whole.orders.length)
    expect(changed.total).toBe(changed.orders.length)
    expect(await read(client, { updated_from: '2030-01-01T00:00:00Z' })).toEqual({
      orders: [],
      unreadable: [],
      total: 0,
    })
  })

  test('does not answer a caller that has gone', async () => {
    const client = await create()
    const outcome = await client.listOrders({ updated_from: null, offset: 0, limit: 1 }, AbortSignal.abort())
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'timeout' } })
  })
})
