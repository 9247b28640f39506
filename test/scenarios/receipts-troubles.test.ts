import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { fetchReceipts } from '#/server/receipts/lookup/fetch-receipts.ts'
import { loggedIn } from '#/test/support/people.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { app, db, fiscal, carrier, first } = shop
let cashier = await loggedIn(shop.kasyr)
const hour = 3_600

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ carrier_check_seconds: 0, shift_seconds: 0 })
  cashier = await loggedIn(shop.kasyr)
})
afterEach(shop.assertSound)

const alarms = async (): Promise<ReceiptAlarms> => (await cashier.get<ReceiptAlarms>('/receipts/alarms')).body
const gauge = async (name: string): Promise<number> => {
  const text = await (await fetch(`${shop.kasyr.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}
const listed = async (): Promise<string[]> =>
  (await cashier.get<OrderList>('/orders?attention=true&limit=200')).body.items.map(({ id }) => id)

type Kind = 'paid_not_fiscal' | 'sums_differ' | 'failed' | 'copies_undelivered'
const itemOf = async (kind: Kind, order_id: string) =>
  (await alarms())[kind].items.find((item) => item.order_id === order_id)
const lackOf = async (order_id: string) => (await alarms()).received.find((item) => item.order_id === order_id)

/** The carrier is asked anew, whatever it was asked before. */
async function track(): Promise<void> {
  await db.updateTable('parcels').set({ due_at: '2020-01-01T00:00:00.000Z' }).execute()
  await trackParcels(app)
}

/** The buyer takes the parcel and pays. */
async function receive(ttn: string): Promise<void> {
  carrier.parcels.put([{ ttn, status_code: 9 }])
  await track()
}

const settle = async (seconds = 60): Promise<void> => {
  await shop.later(seconds)
  await shop.poll()
  await app.jobs.runDue()
  // Whoever comes back after hours logs in again.
  if (seconds > 300) cashier = await loggedIn(shop.kasyr)
}

const named = async (order_id: string) => {
  const { number, ttn, recipient_name, recipient_phone } = await db
    .selectFrom('orders')
    .select(['number', 'ttn', 'recipient_name', 'recipient_phone'])
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  const recipient = { name: recipient_name, phone: recipient_phone }
  return { order_id, number, ttn, recipient, cash_register: { id: first.id, name: first.name } }
}

describe('received without a receipt', () => {
  test('is told with order, TTN, sum and register, and is over once a receipt is asked for', async () => {
    const { id, ttn } = await shop.anOrder()
    expect([await lackOf(id), await gauge('kasyr_received_without_receipt')]).toEqual([undefined, 0])
    await receive(ttn)
    expect(await lackOf(id)).toEqual({
      ...(await named(id)),
      receipt_id: null,
      amount: 120_000,
      since: expect.any(String),
      detail: expect.stringMatching(/1\s200,00.*чека за неї немає.*Створіть чек/s),
    })
    expect(await listed()).toContain(id)
    expect(await gauge('kasyr_received_without_receipt')).toBe(1)
    await createReceipt(app, theSystem, id)
    expect(await lackOf(id)).toBeUndefined()
    expect(await gauge('kasyr_received_without_receipt')).toBe(0)
  })

  test('needs something to pay: a parcel without cash on delivery calls nobody', async () => {
    const { id, ttn } = await shop.anOrder({ control: 0 })
    await receive(ttn)
    expect([await lackOf(id), (await listed()).includes(id)]).toEqual([undefined, false])
  })

  test('is told when only the advance is fiscal and its rest came to nothing', async () => {
    const { id, ttn } = await shop.anOrder({ control: 90_000 })
    const rest = await createReceipt(app, theSystem, id, { prepaid: { amount: 30_000, payment: 'cashless' } })
    await shop.send()
    await shop.later(3)
    await fetchReceipts(app, { cash_register_id: first.id, tries: 0 })
    const { prepayment_id } = await shop.row(rest)
    expect(await shop.state(prepayment_id ?? '')).toBe('fiscalized')
    await cashier.post(`/receipts/${rest}/cancel`)
    expect(await shop.state(rest)).toBe('cancelled')
    await receive(ttn)
    expect(await lackOf(id)).toMatchObject({ amount: 90_000, detail: expect.stringContaining('чека на залишок немає') })
    expect(await listed()).toContain(id)
    await createReceipt(app, theSystem, id)
    expect(await lackOf(id)).toBeUndefined()
  })

  test('is told when the receipt is a test one only', async () => {
    await db.updateTable('cash_registers').set({ is_test: true }).where('id', '=', first.id).execute()
    const { id, ttn } = await shop.anOrder()
    await createReceipt(app, theSystem, id)
    await receive(ttn)
    expect(await lackOf(id)).toMatchObject({ detail: expect.stringContaining('лише тестовий') })
    expect(await listed()).toContain(id)
    await db.updateTable('cash_registers').set({ is_test: false }).where('id', '=', first.id).execute()
    await createReceipt(app, theSystem, id)
    expect(await lackOf(id)).toBeUndefined()
  })
})

describe('paid, and the receipt is not fiscal', () => {
  test('is told after three hours, not before, and is over once Checkbox makes it fiscal', async () => {
    fiscal.set({ carrier_check_seconds: 1_000_000 })
    const { id, ttn, order_id } = await shop.aReceipt()
    await shop.send()
    await receive(ttn)
    await settle(3 * hour - 600)
    expect(await itemOf('paid_not_fiscal', order_id)).toBeUndefined()
    await settle(700)
    expect(await itemOf('paid_not_fiscal', order_id)).toEqual({
      ...(await named(order_id)),
      receipt_id: id,
      amount: 120_000,
      since: expect.any(String),
      detail: expect.stringMatching(/Посилку оплачено.*1\s200,00.*не підтвердив.*кабінеті Checkbox/s),
    })
    expect(await listed()).toContain(order_id)
    // Those of the tests before are among them.
    expect(await gauge('kasyr_paid_not_fiscal')).toBe((await alarms()).paid_not_fiscal.count)
    fiscal.set({ carrier_check_seconds: 0 })
    fiscal.documents.payTtn(ttn)
    await settle()
    expect(await shop.state(id)).toBe('fiscalized')
    expect(await itemOf('paid_not_fiscal', order_id)).toBeUndefined()
    expect(await listed()).not.toContain(order_id)
  })
})

describe('sums that differ', () => {
  const accept = (id: string, body: object) => cashier.post<Receipt>(`/receipts/${id}/accept-sums`, body)
  const setControl = async (ttn: string, hryvnias: number) => {
    carrier.parcels.put([{ ttn, cod: { kind: 'payment_control', amount: hryvnias } }])
    await track()
  }
  const reason = 'Знижку узгоджено з покупцем'

  test('after the control changed are told with both sums, accepted for these sums only, and taken back', async () => {
    const { id, ttn, order_id } = await shop.aReceipt()
    await shop.send()
    expect(await accept(id, { reason })).toMatchObject({ status: 409, body: { code: 'receipt.sums_agree' } })
    await setControl(ttn, 1_000)
    expect(await itemOf('sums_differ', order_id)).toEqual({
      ...(await named(order_id)),
      receipt_id: id,
      amount: 120_000,
      control: 100_000,
      fiscal: null,
      since: expect.any(String),
      detail: expect.stringMatching(/1\s200,00.*1\s000,00/s),
    })
    expect([(await listed()).includes(order_id), await gauge('kasyr_sums_differ')]).toEqual([true, 1])
    expect(await accept(id, {})).toMatchObject({ status: 400, body: { errors: [{ pointer: '/reason' }] } })
    expect(await accept(id, { reason, control: 90_000 })).toMatchObject({
      status: 409,
      body: { code: 'receipt.sums_changed' },
    })
    const { status, body } = await accept(id, { reason, control: 100_000 })
    expect([status, body.sums_accepted]).toMatchObject([200, { control: 100_000, fiscal: null, reason }])
    expect([await itemOf('sums_differ', order_id), (await listed()).includes(order_id)]).toEqual([undefined, false])

    await setControl(ttn, 900)
    expect(await itemOf('sums_differ', order_id)).toMatchObject({ control: 90_000 })
    await setControl(ttn, 1_000)
    expect(await itemOf('sums_differ', order_id)).toBeUndefined()
    expect(await cashier.delete(`/receipts/${id}/accept-sums`)).toMatchObject({
      status: 200,
      body: { sums_accepted: null },
    })
    expect(await itemOf('sums_differ', order_id)).toMatchObject({ control: 100_000 })
    const entries = db.selectFrom('audit_log').select(['action', 'actor_login', 'details']).where('subject_id', '=', id)
    const details = { order_id, amount: 120_000, control: 100_000, fiscal: null, reason }
    expect(await entries.where('action', 'like', 'receipt.sums%').orderBy('at').execute()).toEqual([
      { action: 'receipt.sums_accepted', actor_login: expect.any(String), details },
      { action: 'receipt.sums_not_accepted', actor_login: expect.any(String), details },
    ])
    await setControl(ttn, 1_200)
    expect(await itemOf('sums_differ', order_id)).toBeUndefined()
  })

  test('of a parcel that was refused concern nobody', async () => {
    const { ttn, order_id } = await shop.aReceipt()
    await shop.send()
    await setControl(ttn, 1_000)
    expect(await itemOf('sums_differ', order_id)).toBeDefined()
    carrier.parcels.put([{ ttn, status_code: 102 }])
    await track()
    expect(await itemOf('sums_differ', order_id)).toBeUndefined()
  })

  test('between the fiscal receipt and ours are told, and over when the receipt is returned', async () => {
    const { id, ttn, order_id } = await shop.aReceipt()
    await shop.send()
    await receive(ttn)
    await settle()
    await db
      .updateTable('receipts')
      .set(Object({ fiscal_amount: 110_000 }))
      .where('id', '=', id)
      .execute()
    expect(await itemOf('sums_differ', order_id)).toMatchObject({
      control: null,
      fiscal: 110_000,
      detail: expect.stringContaining('фіскальний чек у Checkbox на 1'),
    })
    expect(await listed()).toContain(order_id)
    const returned_at = shop.now().toISOString()
    await db.updateTable('receipts').set({ returned_at }).where('id', '=', id).execute()
    expect(await itemOf('sums_differ', order_id)).toBeUndefined()
  })
})

describe('a receipt that failed', () => {
  const refusal = { code: 'validation.custom', message: 'Невідомий код податку товару', detail: [] }
  async function aFailed() {
    fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'status', status: 422, body: refusal } })
    const receipt = await shop.aReceipt()
    await shop.send()
    expect(await shop.state(receipt.id)).toBe('failed')
    return receipt
  }

  test('is told at once with the provider’s words, and is over with a new receipt', async () => {
    const { id, order_id } = await aFailed()
    expect(await itemOf('failed', order_id)).toEqual({
      ...(await named(order_id)),
      receipt_id: id,
      amount: 120_000,
      since: expect.any(String),
      detail: expect.stringContaining('Невідомий код податку товару'),
    })
    expect([(await listed()).includes(order_id), await gauge('kasyr_receipts_failed')]).toEqual([true, 1])
    await createReceipt(app, theSystem, order_id)
    expect([await itemOf('failed', order_id), (await listed()).includes(order_id)]).toEqual([undefined, false])
  })

  test('is over when the parcel is refused, the order hidden, or a receipt not needed', async () => {
    const [refused, hidden, marked] = [await aFailed(), await aFailed(), await aFailed()]
    carrier.parcels.put([{ ttn: refused.ttn, status_code: 103 }])
    await track()
    await cashier.delete(`/orders/${hidden.order_id}`)
    await cashier.post(`/orders/${marked.order_id}/receipt-not-needed`, { reason: 'Продаж не відбувся' })
    expect((await alarms()).failed).toEqual({ count: 0, amount: 0, items: [] })
    await cashier.delete(`/orders/${marked.order_id}/receipt-not-needed`)
    expect(await itemOf('failed', marked.order_id)).toBeDefined()
  })
})

test('a copy that did not reach the buyer is told quietly, and calls nobody', async () => {
  const { id, ttn, order_id } = await shop.aReceipt()
  await shop.send()
  await receive(ttn)
  await settle()
  const note = (is_copy_undelivered: boolean) =>
    db.updateTable('receipts').set(Object({ is_copy_undelivered })).where('id', '=', id).execute()
  await note(true)
  expect(await itemOf('copies_undelivered', order_id)).toMatchObject({
    receipt_id: id,
    detail: expect.stringContaining('Надішліть її'),
  })
  expect([(await listed()).includes(order_id), await gauge('kasyr_copies_undelivered')]).toEqual([false, 1])
  await note(false)
  expect(await itemOf('copies_undelivered', order_id)).toBeUndefined()
})

test('a document of nobody that names an order lists it, until a person has looked into it', async () => {
  const { id, ttn } = await shop.anOrder()
  const { id: document } = fiscal.documents.createByHand({ ttn, license_key: first.license_key, total_sum: 120_000 })
  await shop.sweep()
  const { orphans, orphans_count, orphans_amount } = await alarms()
  const { number, recipient } = await named(id)
  expect(orphans).toMatchObject([{ provider_id: document, order_id: id, number, recipient, ttn, amount: 120_000 }])
  expect([orphans_count, orphans_amount]).toEqual([1, 120_000])
  expect(await listed()).toContain(id)
  await cashier.post(`/receipts/orphans/${document}/dismiss`, { reason: 'Створили в кабінеті' })
  expect(await listed()).not.toContain(id)
})
