import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { BulkAnswer, Preflight, Receipt } from '#/contract/receipts.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { aKnownRegister } from '#/test/support/outside.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

type Bulk = z.infer<typeof BulkAnswer>

const shop = await startReceiptShop({ registers: ['Перша каса', 'Друга каса'] })
const { fiscal, first, registers, anOrder, aReceipt, send, sweep, poll, row, state, creates } = shop
const second = registers[1] ?? aKnownRegister('', 1)
const hand = aHandAt(shop)
const day = 86_400

beforeEach(shop.calm)
fiscal.set({ shift_seconds: 0 })
afterEach(shop.assertSound)

const kinds = [
  ['of the same sum', {}],
  ['of another sum', { total_sum: 50_000 }],
  ['made thirteen days ago', { seconds_ago: 13 * day }],
  ['made a minute ago', { seconds_ago: 60 }],
  ['whose fiscalizing failed', { status: 'RECEIPT_ERROR' }],
  ['that is fiscal already', { status: 'DONE' }],
  ['in a status nobody knows', { status: 'ON_HOLD' }],
] as const

describe('a document made by hand for the TTN of an order', () => {
  test.each(kinds)('%s, is never doubled at the moment of sending', async (_, changes) => {
    const { id, ttn } = await aReceipt()
    const made = hand.made(ttn, changes)
    await send()
    await poll()
    const { state: ended, provider_id } = await row(id)
    expect(['attention', 'created', 'fiscalized']).toContain(ended)
    expect([null, made.id]).toContain(provider_id)
    expect(creates(ttn)).toHaveLength(0)
    expect(fiscal.documents.ofTtn(ttn)).toHaveLength(1)
  })

  test.each(kinds)('%s, is told instead of a second receipt: single, bulk and preflight', async (_, changes) => {
    const { id: order_id, ttn } = await anOrder()
    const made = hand.made(ttn, changes)
    await sweep()
    const params = {
      provider_id: made.id,
      ttn,
      amount: made.total_sum,
      cash_register_id: first.id,
      cash_register: first.name,
      made_at: made.created_at,
    }
    const person = await hand.person()
    const single = await person.post('/receipts', { order_id })
    expect([single.status, single.body.code]).toEqual([409, 'receipt.document_exists'])
    expect(single.body.params).toMatchObject({ ...params, status: expect.any(String) })
    const prepaid = await person.post('/receipts/prepayment', { order_id, amount: 100, payment: 'cashless' })
    expect([prepaid.status, prepaid.body.code]).toEqual([409, 'receipt.document_exists'])
    const bulk = await person.post<Bulk>('/receipts/bulk', { order_ids: [order_id] })
    expect(bulk.body).toMatchObject({ accepted: [], refused: [{ order_id, code: 'receipt.document_exists', params }] })
    const preflight = await person.post<Preflight>('/receipts/preflight', { order_ids: [order_id] })
    expect(preflight.body).toMatchObject({ ready: 0, refused: [{ code: 'receipt.document_exists', params }] })
    expect(await hand.receiptsOf(order_id)).toEqual([])
  })

  test('at another register of ours, is told before a receipt is made and stops one that waits', async () => {
    const [told, waiting] = [await anOrder(), await aReceipt()]
    const other = { license_key: second.license_key }
    hand.made(told.ttn, other)
    const inTheWay = hand.made(waiting.ttn, other)
    await sweep()
    const { status, body } = await (await hand.person()).post('/receipts', { order_id: told.id })
    expect([status, body.code]).toEqual([409, 'receipt.document_exists'])
    expect(body.params).toMatchObject({ cash_register_id: second.id, cash_register: second.name })
    await send()
    expect(await row(waiting.id)).toMatchObject({ state: 'attention', provider_id: null })
    expect(creates(waiting.ttn)).toHaveLength(0)

    // Removed there, it stands in the way no more.
    fiscal.documents.deleteByHand(inTheWay.id)
    await goOn(waiting.id)
    expect(await state(waiting.id)).toBe('created')
    expect(creates(waiting.ttn)).toHaveLength(1)
  })

  test('removed a moment ago, no longer stands in the way', async () => {
    const { id: order_id, ttn } = await anOrder()
    const made = hand.made(ttn)
    await sweep()
    const person = await hand.person()
    expect((await person.post('/receipts', { order_id })).status).toBe(409)
    fiscal.documents.deleteByHand(made.id)
    const { status, body } = await person.post<Receipt>('/receipts', { order_id })
    expect(status).toBe(202)
    await send()
    expect(await state(body.id)).toBe('created')
  })

  test('marked as not ours, stands in the way no more, also at sending', async () => {
    const { id: order_id, ttn } = await anOrder()
    const made = hand.made(ttn)
    shop.allowDoubled(ttn)
    await sweep()
    const person = await hand.person()
    const dismissed = await person.post(`/receipts/orphans/${made.id}/dismiss`, { reason: 'Чек іншого магазину' })
    expect(dismissed.status).toBe(204)
    const { status, body } = await person.post<Receipt>('/receipts', { order_id })
    expect(status).toBe(202)
    await send()
    expect(await row(body.id)).toMatchObject({ state: 'created' })
    expect(creates(ttn)).toHaveLength(1)
    await sweep()
    expect(await hand.incidents(made.id)).toHaveLength(1)
  })

  test('is marked as not ours straight from the refusal, and from the receipt it has stopped', async () => {
    const stopped = await aReceipt()
    const made = hand.made(stopped.ttn, { total_sum: 50_000 })
    shop.allowDoubled(stopped.ttn)
    await send()
    expect(await state(stopped.id)).toBe('attention')
    const person = await hand.person()
    const dismissed = await person.post(`/receipts/orphans/${made.id}/dismiss`, { reason: 'Чек іншого магазину' })
    expect(dismissed.status).toBe(204)
    expect(await hand.incidents(made.id)).toMatchObject([
      { order_id: stopped.order_id, reason: 'Чек іншого магазину', settled_at: expect.any(String) },
    ])
    await goOn(stopped.id)
    expect(await state(stopped.id)).toBe('created')
    const nobodys = await (await hand.person()).post('/receipts/orphans/nobody-made-it/dismiss', { reason: 'Не наш' })
    expect(nobodys.status).toBe(404)
  })
})

describe('a document whose money was given back covers no sale', () => {
  const toldNow = async (provider_id: string) =>
    (await hand.orphans()).some((orphan) => orphan.provider_id === provider_id)

  test('made by hand, it neither stops a new receipt nor is told', async () => {
    const { id: order_id, ttn } = await anOrder()
    const made = hand.made(ttn, { status: 'RETURNED', seconds_ago: day })
    await sweep()
    expect(await hand.incidents(made.id)).toEqual([])
    const person = await hand.person()
    const preflight = await person.post<Preflight>('/receipts/preflight', { order_ids: [order_id] })
    expect(preflight.body).toMatchObject({ ready: 1, refused: [] })
    const { status, body } = await person.post<Receipt>('/receipts', { order_id })
    expect(status).toBe(202)
    await send()
    expect(await state(body.id)).toBe('created')
    expect(creates(ttn)).toHaveLength(1)
  })

  test('returned after it was told and had stopped a receipt, it is withdrawn, and the receipt goes on', async () => {
    const waiting = await aReceipt()
    const made = hand.made(waiting.ttn, { status: 'DONE' })
    await send()
    expect(await row(waiting.id)).toMatchObject({ state: 'attention', provider_id: null })
    expect(await shop.problem(waiting.id)).toContain('зробіть за ним повернення')
    fiscal.documents.setStatus(made.id, 'RETURNED')
    await goOn(waiting.id)
    expect(await state(waiting.id)).toBe('created')
    await sweep()
    expect(await toldNow(made.id)).toBe(false)
  })

  test('told as an orphan before, it is withdrawn at the next sweep', async () => {
    const { ttn } = await anOrder()
    const made = hand.made(ttn, { status: 'DONE' })
    await sweep()
    expect(await toldNow(made.id)).toBe(true)
    fiscal.documents.setStatus(made.id, 'RETURNED')
    await sweep()
    expect(await toldNow(made.id)).toBe(false)
  })

  test('of an answer that was lost, it is still the receipt’s own, which was fiscal and is returned', async () => {
    const { id, ttn } = await aReceipt()
    fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
    await send()
    expect(await state(id)).toBe('unknown')
    fiscal.documents.payTtn(ttn)
    for (const { id: made } of fiscal.documents.live(ttn)) fiscal.documents.setStatus(made, 'RETURNED')
    await shop.later(60)
    await shop.reconcile()
    expect(await state(id)).toBe('fiscalized')
    expect(creates(ttn)).toHaveLength(1)
  })
})

/** A person asks for another look; the looks that prove absence follow. */
async function goOn(id: string): Promise<void> {
  expect((await (await hand.person()).post(`/receipts/${id}/recheck`)).status).toBe(202)
  for (let round = 0; round < 4; round += 1) {
    await shop.later(400)
    await shop.reconcile()
  }
  await shop.pauseIsOver()
  await send()
}

test('a batch of twenty costs one look, and only those with a document are stopped', async () => {
  const orders = []
  for (let place = 0; place < 20; place += 1) orders.push(await anOrder())
  const answer = await (await hand.person()).post<Bulk>('/receipts/bulk', { order_ids: orders.map(({ id }) => id) })
  expect(answer.body.accepted).toHaveLength(20)
  for (const { ttn } of orders.slice(0, 3)) hand.made(ttn, { seconds_ago: 3 * day })
  fiscal.log.clear()
  await send()
  const states = await Promise.all(answer.body.accepted.map(({ id }) => state(id)))
  expect(states.filter((one) => one === 'attention')).toHaveLength(3)
  expect(states.filter((one) => one === 'created')).toHaveLength(17)
  // The list may have a second page, and the other register of the payee is listed once; neither is read for each receipt.
  expect(shop.calls('list_ettn').length).toBeLessThanOrEqual(3)
  expect(shop.calls('create_ettn')).toHaveLength(17)
})

describe('an order that is paid in part in advance', () => {
  async function aChain() {
    const { id: order_id, ttn } = await anOrder({ control: 90_000 })
    const asked = { order_id, amount: 30_000, payment: 'cashless' }
    const { status, body: rest } = await (await hand.person()).post<Receipt>('/receipts/prepayment', asked)
    expect(status).toBe(202)
    const { prepayment_id } = await row(rest.id)
    return { order_id, ttn, rest: rest.id, advance: prepayment_id ?? '' }
  }

  test.each(kinds)('gets no advance beside a document %s', async (_, changes) => {
    const { ttn, rest, advance } = await aChain()
    hand.made(ttn, changes)
    const before = hand.makingCalls()
    await send()
    expect(await state(advance)).toBe('attention')
    expect(await state(rest)).toBe('queued')
    expect(hand.makingCalls()).toBe(before)
  })

  test.each(kinds)('gets no rest beside a document %s', async (_, changes) => {
    const { ttn, rest, advance } = await aChain()
    await send()
    await shop.later(10)
    await poll()
    expect(await state(advance)).toBe('fiscalized')
    hand.made(ttn, changes)
    const before = hand.makingCalls()
    await send()
    await poll()
    expect(['attention', 'created', 'fiscalized']).toContain(await state(rest))
    expect(hand.makingCalls()).toBe(before)
    expect(fiscal.documents.ofTtn(ttn)).toHaveLength(1)
  })
})
