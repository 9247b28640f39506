import { describe, expect, test } from 'vitest'
import type { Order, OrderHistory } from '#/contract/orders.ts'
import type { z } from 'zod'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { kasyr, cashier } = desk
const path = (id: string) => `/orders/${id}/receipt-not-needed`
const reason = 'Чек пробито в магазині'
const mark = (id: string, body: object = { reason }) => cashier.post<Order>(path(id), body)
const takeBack = (id: string) => cashier.delete<Order>(path(id))
const lacking = async () =>
  (await cashier.get<{ received_without_receipt: number }>('/orders/summary')).body.received_without_receipt
const entriesOf = (id: string) =>
  kasyr.db
    .selectFrom('audit_log')
    .select(['action', 'actor_login', 'details'])
    .where('subject_id', '=', id)
    .where('action', 'like', 'order.receipt%')
    .orderBy('at')
    .execute()

describe('«чек не потрібен»', () => {
  test('takes a received parcel off the alarm, is shown with who and why, and is taken back; both are in the log', async () => {
    const id = await desk.order({}, { status_code: 9 })
    expect(await lacking()).toBe(1)
    const { status, body } = await mark(id, { reason: `  ${reason} ` })
    const by = { id: expect.any(String), login: expect.any(String) }
    expect([status, body.receipt_not_needed]).toEqual([200, { reason, at: expect.any(String), by }])
    expect(await desk.readOrder(id)).toMatchObject({ receipt_not_needed: { reason } })
    expect(await lacking()).toBe(0)
    expect((await cashier.get('/receipts/alarms')).body).toMatchObject({ received_without_receipt: 0, received: [] })

    expect(await takeBack(id)).toMatchObject({ status: 200, body: { receipt_not_needed: null } })
    expect(await takeBack(id)).toMatchObject({ status: 200, body: { receipt_not_needed: null } })
    expect(await lacking()).toBe(1)
    const { number } = await desk.readOrder(id)
    const who = { actor_login: expect.any(String), details: { number, reason } }
    expect(await entriesOf(id)).toEqual([
      { action: 'order.receipt_not_needed', ...who },
      { action: 'order.receipt_needed', ...who },
    ])
    const { body: history } = await cashier.get<z.infer<typeof OrderHistory>>(`/orders/${id}/history`)
    expect(history.items.map(({ text }) => text)).toEqual(
      expect.arrayContaining([`Чек не потрібен: «${reason}»`, 'Позначку «чек не потрібен» знято']),
    )
  })

  test.each([{}, { reason: '' }, { reason: ' ні ' }, { reason: 'х'.repeat(501) }, { reason: 5 }])(
    'is refused at the field without a proper reason: %j',
    async (body) => {
      const id = await desk.order()
      expect(await mark(id, body)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/reason' }] } })
      expect((await desk.readOrder(id)).receipt_not_needed).toBeNull()
    },
  )

  test('is for who may settle receipts, and for orders that are there', async () => {
    const id = await desk.order()
    const auditor = await loggedIn(kasyr, 'auditor')
    expect(await auditor.post(path(id), { reason })).toMatchObject({ status: 403 })
    expect(await auditor.delete(path(id))).toMatchObject({ status: 403 })
    await cashier.delete(`/orders/${id}`)
    expect(await mark(id)).toMatchObject({ status: 404, body: { code: 'order.not_found' } })
    expect(await takeBack(id)).toMatchObject({ status: 404, body: { code: 'order.not_found' } })
  })

  test('is refused while a receipt lives, and allowed once it has ended', async () => {
    const { id, order_id } = await desk.receipt()
    for (const event of [null, ...wayTo('created')]) {
      if (event !== null) await desk.drive(id, event)
      expect(await mark(order_id)).toMatchObject({ status: 409, body: { code: 'order.has_receipt' } })
    }
    const other = await desk.receipt()
    await desk.drive(other.id, ...wayTo('failed'))
    expect(await mark(other.order_id)).toMatchObject({ status: 200 })
  })

  test('is not stopped by a fiscal advance alone: the rest may be owed to nobody', async () => {
    const { rest, prepayment_id } = await desk.chain()
    expect(await mark(rest.order_id)).toMatchObject({ status: 409 })
    await desk.drive(prepayment_id, ...wayTo('fiscalized'))
    await desk.drive(rest.id, ...wayTo('cancelled'))
    expect(await mark(rest.order_id)).toMatchObject({ status: 200 })
  })

  test('keeps receipts from being made, one by one, in bulk and with an advance, and says what to do', async () => {
    const id = await desk.order()
    await mark(id)
    const refused = { code: 'receipt.not_needed', detail: expect.stringContaining('зніміть позначку') }
    expect(await desk.ask(id)).toMatchObject({ status: 409, body: refused })
    expect((await desk.ask(id)).text).toContain(reason)
    const bulk = await cashier.post('/receipts/bulk', { order_ids: [id] })
    expect(bulk.body).toMatchObject({ accepted: [], refused: [{ order_id: id, ...refused }] })
    const checked = await cashier.post('/receipts/preflight', { order_ids: [id] })
    expect(checked.body).toMatchObject({ ready: 0, refused: [{ order_id: id, ...refused }] })
    const advance = { order_id: id, amount: 30_000, payment: 'cashless' }
    expect(await cashier.post('/receipts/prepayment', advance)).toMatchObject({ status: 409, body: refused })
    expect(await desk.receiptsOf(id)).toEqual([])
    await takeBack(id)
    expect(await desk.ask(id)).toMatchObject({ status: 202 })
  })

  test('survives what the CRM changes, but not another TTN: that is another sale', async () => {
    const id = await desk.order()
    await mark(id)
    const { crm_id } = await desk.readOrder(id)
    const there = desk.crm.orders.get(crm_id)
    if (!there) throw new Error('the CRM does not have it')
    desk.crm.put({ ...there, notes: 'нова примітка' })
    await syncOrders(kasyr.app)
    expect(await desk.readOrder(id)).toMatchObject({ notes: 'нова примітка', receipt_not_needed: { reason } })
    const { body } = await cashier.patch<Order>(`/orders/${id}`, { ttn: '20459900000001' })
    expect(body.receipt_not_needed).toBeNull()
    const edited = kasyr.db.selectFrom('audit_log').select('details').where('subject_id', '=', id)
    expect(await edited.where('action', '=', 'order.edited').executeTakeFirst()).toMatchObject({
      details: { changes: { receipt_not_needed: { before: reason, after: null } } },
    })
  })

  test('and a receipt asked for at the same moment: one of the two is refused, never both, never neither', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await desk.order()
      const [marked, made] = await Promise.all([mark(id), desk.ask(id)])
      expect([marked.status, made.status].toSorted((a, b) => a - b)).toEqual(
        marked.status === 200 ? [200, 409] : [202, 409],
      )
      const { receipt_not_needed, receipt } = await desk.readOrder(id)
      expect((receipt_not_needed === null) !== (receipt === null)).toBe(true)
    }
  })
})
