import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Order } from '#/contract/orders.ts'
import type { BulkAnswer, Receipt } from '#/contract/receipts.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startReceiptDesk } from '../support/receipt-desk.ts'
import { bring } from '../support/scripted-crm.ts'

const desk = await startReceiptDesk()
const { cashier, crm, kasyr } = desk
const laptop = [{ code: 'SKU-900', name: 'Ноутбук', price: 120_000, quantity: 1000, discount: 0 }]

async function inCrm({ crm_id }: Order, changes: Partial<CrmOrder>): Promise<void> {
  await bring(kasyr.app, crm, [aCrmOrder({ ...crm.orders.get(crm_id), ...changes })])
}
const seen = async (facts = {}): Promise<Order> => desk.readOrder(await desk.order({}, facts))
const confirm = ({ id, version }: Order, headers?: Record<string, string>) =>
  cashier.post<Receipt & { code?: string }>('/receipts', { order_id: id, version }, headers)
const goodsOf = async (id: string) => {
  const { request } = await desk.rowOf(id)
  return JSON.stringify(request)
}

describe('a receipt is made of the order that the person saw', () => {
  test('not when the CRM changed it meanwhile: it is to be looked at again, and then it is made', async () => {
    const order = await seen()
    await inCrm(order, { goods: laptop })
    const refused = await confirm(order)
    expect([refused.status, refused.body]).toMatchObject([412, { code: 'order.changed' }])
    expect(await desk.receiptsOf(order.id)).toEqual([])
    const made = await confirm(await desk.readOrder(order.id))
    expect(made.status).toBe(202)
    expect(await goodsOf(made.body.id)).toContain('Ноутбук')
  })

  test('nor when a colleague edited it, or the CRM has cancelled it', async () => {
    const [edited, cancelled] = [await seen(), await seen()]
    await cashier.patch(`/orders/${edited.id}`, { recipient: { name: 'Іван Франко', phone: '380501112233' } })
    await inCrm(cancelled, { status: [...crm.cancelled_statuses][0] ?? '' })
    for (const order of [edited, cancelled]) expect((await confirm(order)).body.code).toBe('order.changed')
  })

  test('what the carrier says of its parcel, or another status in the CRM, changes nothing of what was confirmed', async () => {
    const order = await seen()
    await desk.tellParcels([order.id], { status_code: 9 })
    await inCrm(order, { status: 'відправлено' })
    expect(await desk.readOrder(order.id)).toMatchObject({ parcel: { status_code: 9 }, version: order.version })
    expect((await confirm(order)).status).toBe(202)
  })

  test('that it has a receipt already is said rather than that it has changed', async () => {
    const order = await seen()
    await desk.receipt(order.id)
    expect((await confirm(order)).body.code).toBe('receipt.exists')
  })

  test('an advance, too', async () => {
    const order = await seen({ cod_amount: 90_000 })
    const ask = (version: number) =>
      cashier.post('/receipts/prepayment', { order_id: order.id, amount: 30_000, payment: 'cashless', version })
    await inCrm(order, { goods: laptop })
    const refused = await ask(order.version)
    expect([refused.status, refused.body.code]).toEqual([412, 'order.changed'])
    expect((await ask((await desk.readOrder(order.id)).version)).status).toBe(202)
  })

  test('a repeated request gets its answer, although the receipt has changed the order', async () => {
    const order = await seen()
    const key = { 'idempotency-key': 'confirmed' }
    const first = await confirm(order, key)
    const again = await confirm(order, key)
    expect([first.status, again.text]).toEqual([202, first.text])
    expect((await desk.readOrder(order.id)).version).toBeGreaterThan(order.version)
    const other = await confirm({ ...order, version: order.version + 1 }, key)
    expect(other.body.code).toBe('request.key_reused')
  })
})

describe('many at once', () => {
  test('the changed ones are refused, the others go on; one without a version is taken as it is', async () => {
    const [same, changed, unseen] = [await seen(), await seen(), await seen()]
    await inCrm(changed, { goods: laptop })
    await inCrm(unseen, { goods: laptop })
    const orders = [
      { order_id: same.id, version: same.version },
      { order_id: changed.id, version: changed.version },
      { order_id: unseen.id },
    ]
    const key = { 'idempotency-key': 'many-confirmed' }
    const { status, body, text } = await cashier.post<z.infer<typeof BulkAnswer>>('/receipts/bulk', { orders }, key)
    expect(status).toBe(202)
    expect(body.accepted.map(({ order_id }) => order_id)).toEqual([same.id, unseen.id])
    expect(body.refused).toMatchObject([{ order_id: changed.id, code: 'order.changed' }])
    expect((await cashier.post('/receipts/bulk', { orders }, key)).text).toBe(text)
  })

  test.each([
    ['both ways', (id: string) => ({ order_ids: [id], orders: [{ order_id: id, version: 1 }] })],
    ['no way', () => ({})],
  ])('orders named %s are refused', async (_how, body) => {
    const answer = await cashier.post('/receipts/bulk', body(await desk.order()))
    expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
  })
})
