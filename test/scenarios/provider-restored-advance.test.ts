import { beforeEach, expect, test } from 'vitest'
import type { Receipt } from '#/contract/receipts.ts'
import { aBackupOf } from '#/test/support/backup-of-rows.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { db, fiscal, first, send, row, state, poll } = shop
const hand = aHandAt(shop)
const { backUp, restore } = aBackupOf(db, shop.app)
const [hour, day] = [3600, 86_400]

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ shift_seconds: 0, shift_opening: 'opens', prepayment_error: null, list_scope: 'register' })
})

const anOrder = (number: string) => shop.anOrder({ control: 90_000, order: { number } })

/** A person asks for an advance of 300.00 of 1,200.00. */
async function anAdvance(order_id: string) {
  const asked = { order_id, amount: 30_000, payment: 'cashless' }
  const { status, body } = await (await hand.person()).post<Receipt>('/receipts/prepayment', asked)
  expect(status).toBe(202)
  const rest = await row(body.id)
  return { rest: rest.id, advance: await row(rest.prepayment_id ?? '') }
}

async function aFiscalAdvance(order_id: string) {
  const { rest, advance } = await anAdvance(order_id)
  await send()
  await shop.later(10)
  await poll()
  expect(await state(advance.id)).toBe('fiscalized')
  return { rest, advance, relation_id: advance.relation_id ?? '' }
}

const byHand = (relation_id: string, more: object = {}) =>
  fiscal.documents.prepayByHand({
    license_key: first.license_key,
    total_sum: 120_000,
    paid_sum: 30_000,
    relation_id,
    ...more,
  })

const advancesMade = () => shop.calls('create_prepayment').length
const searches = () => shop.calls('search_prepayments').length

async function anAdvanceLostByARestore(number: string) {
  const { id: order_id } = await anOrder(number)
  await backUp()
  const lost = await aFiscalAdvance(order_id)
  await shop.later(2 * hour)
  await restore()
  expect(await hand.receiptsOf(order_id)).toEqual([])
  const made = advancesMade()
  const again = await anAdvance(order_id)
  await send()
  return { order_id, lost, again, made }
}

test('after a restored backup the lost advance is not taken again: its number, sum and time are told', async () => {
  const { lost, again, made } = await anAdvanceLostByARestore('500101')
  expect(advancesMade()).toBe(made)
  const { state: stopped, problem } = await row(again.advance.id)
  expect([stopped, problem]).toMatchObject(['attention', { code: 'receipt.foreign_advance' }])
  const told = JSON.stringify(problem)
  expect(told).toContain(`«${lost.relation_id}» на 300,00`)
  expect(told).toMatch(/від \d\d\.\d\d\.\d\d, \d\d:\d\d/)
  expect(await shop.events(again.advance.id)).toContain('stopped → unknown')
  expect(await state(again.rest)).toBe('queued')

  // Looking again by itself changes nothing while it is there.
  for (let round = 0; round < 3; round += 1) {
    await shop.later(hour)
    await shop.watch()
    await shop.reconcile()
    await send()
  }
  expect([await state(again.advance.id), advancesMade()]).toEqual(['attention', made])
})

test('whoever finds that the lost advance is the right one gives the new one up, and the order is free of both', async () => {
  const { order_id, again, made } = await anAdvanceLostByARestore('500102')
  const reason = 'Передоплату вже взято, залишок оформлю в кабінеті'
  const given = await (await hand.person()).post(`/receipts/${again.advance.id}/give-up`, { reason })
  expect(given.status).toBe(200)
  await shop.watch()
  expect([await state(again.advance.id), await state(again.rest)]).toEqual(['failed', 'cancelled'])
  const marked = await (await hand.person()).post(`/orders/${order_id}/receipt-not-needed`, { reason })
  expect(marked.status).toBe(200)
  expect(advancesMade()).toBe(made)
})

test('whoever gives the lost advance back asks for another look, and the new one is taken once', async () => {
  const { lost, again, made } = await anAdvanceLostByARestore('500103')
  fiscal.documents.returnAdvance(lost.relation_id)
  const asked = await (await hand.person()).post(`/receipts/${again.advance.id}/recheck`)
  expect(asked.status).toBe(202)
  for (let round = 0; round < 3; round += 1) {
    await shop.reconcile()
    await shop.later(60)
  }
  await shop.pauseIsOver()
  await send()
  expect([await state(again.advance.id), advancesMade()]).toEqual(['created', made + 1])
})

test('an advance that a colleague took in the cabinet under the number of the order stops ours', async () => {
  for (const [number, relation] of [
    ['5002010001', '5002010001'],
    ['500202', '500202 (аванс)'],
    ['500203', '500203-abc234'],
  ] as const) {
    const { id } = await anOrder(number)
    byHand(relation)
    const { advance } = await anAdvance(id)
    await send()
    expect([await state(advance.id), shop.calls('create_prepayment', advance.id)]).toEqual(['attention', []])
    expect(await shop.problem(advance.id)).toContain(relation)
  }
})

test('an advance of another order whose number begins the same stops nothing', async () => {
  byHand('5003-1-abc234')
  byHand('50031-abc234')
  byHand('15003-abc234')
  const { id } = await anOrder('5003')
  const { advance } = await anAdvance(id)
  await send()
  expect(await state(advance.id)).toBe('created')
})

test('a chain whose money went back, or whose receipt never became fiscal, stops nothing', async () => {
  byHand('500401-abc234')
  fiscal.documents.returnAdvance('500401-abc234')
  byHand('500401-def567', { error: 'Немає зв’язку з ДПС' })
  const { id } = await anOrder('500401')
  await shop.later(10)
  const { advance } = await anAdvance(id)
  await send()
  expect(await state(advance.id)).toBe('created')
})

test('our own earlier advance, returned or failed, does not stop a new one', async () => {
  const earlier = await anOrder('500501')
  const { rest, relation_id, advance } = await aFiscalAdvance(earlier.id)
  await shop.wantCancelled(rest)
  fiscal.documents.returnAdvance(relation_id)
  await shop.later(hour)
  await shop.sweep()
  expect((await row(advance.id)).returned_at).not.toBeNull()

  // The buyer orders anew, and the shop keeps the number.
  const { id } = await anOrder('500501')
  fiscal.set({ prepayment_error: 'Немає зв’язку з ДПС' })
  const second = await anAdvance(id)
  await send()
  await shop.later(10)
  await poll()
  await shop.watch()
  expect(await state(second.advance.id)).toBe('failed')
  fiscal.set({ prepayment_error: null })
  const third = await anAdvance(id)
  await send()
  expect(await state(third.advance.id)).toBe('created')
})

test('an advance that failed here but stands in Checkbox stops a new one', async () => {
  const { id } = await anOrder('500601')
  const first = await anAdvance(id)
  const refused = { kind: 'status', status: 422, body: { message: 'Не прийнято', code: null } } as const
  fiscal.faults.arm({ operation: 'create_prepayment', fault: refused })
  await send()
  expect([await state(first.advance.id), await state(first.rest)]).toEqual(['failed', 'cancelled'])
  byHand(first.advance.relation_id ?? '')
  const second = await anAdvance(id)
  await shop.later(10)
  await send()
  expect([await state(second.advance.id), await shop.problem(second.advance.id)]).toEqual([
    'attention',
    expect.stringContaining(first.advance.relation_id ?? ''),
  ])
})

test('a search that fails holds up the advance alone, and says why; receipts for waybills need none', async () => {
  const { id } = await anOrder('500701')
  const { advance } = await anAdvance(id)
  const plain = await shop.aReceipt()
  fiscal.faults.arm({
    operation: 'search_prepayments',
    fault: { kind: 'status', status: 403, body: { message: 'Недостатньо прав', code: null } },
    times: 'always',
  })
  await send()
  expect(await row(advance.id)).toMatchObject({ state: 'queued', attempt: 0, problem: { code: 'receipt.waits' } })
  expect(await shop.problem(advance.id)).toContain('Недостатньо прав')
  expect(await state(plain.id)).toBe('created')

  fiscal.faults.disarm()
  await shop.later(31)
  const asked = searches()
  await send()
  expect([await state(advance.id), searches() - asked]).toEqual(['created', 1])
  const another = await shop.aReceipt()
  await send()
  expect([await state(another.id), searches() - asked]).toEqual(['created', 1])
})

test('an advance under the same number that we know of is no foreign one', async () => {
  const known = await anOrder('500801')
  await aFiscalAdvance(known.id)
  await shop.later(day)
  // Another shop of the same organization counts its orders by itself.
  const { id } = await anOrder('500801')
  const { advance } = await anAdvance(id)
  await send()
  expect(await state(advance.id)).toBe('created')
})
