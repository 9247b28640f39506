import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { PayoutLine, PayoutLineList } from '#/contract/payouts.ts'
import { countMisjudged } from '#/server/money/judging/judge-changed.ts'
import { startMoneyDesk } from '#/test/support/money-desk.ts'
import { wayTo } from '#/test/support/receipt-desk.ts'

const desk = await startMoneyDesk()
const { cashier, kasyr } = desk

/** What the only line of a payout list with this transfer says now. */
async function judged(payoutId: string): Promise<PayoutLine> {
  const [line] = await desk.linesOf(payoutId)
  if (line === undefined) throw new Error('the payout list has no line')
  return line
}

const taken = (ttn: string, accepted = 100_000, changes = {}) =>
  desk.take(desk.aPayoutList([{ ttn, accepted, commission: Math.round(accepted / 200) }], changes))

describe('a transfer', () => {
  test('whose parcel has a fiscal receipt of the same sum is settled by it', async () => {
    const { id, ttn, receipt_id } = await desk.aPaidOrder()
    const { id: payoutId } = await taken(ttn)
    expect(await judged(payoutId)).toMatchObject({
      state: 'matched',
      why: null,
      difference: 0,
      order: { id },
      receipt: { id: receipt_id, amount: 100_000 },
      settled: null,
    })
  })

  test.each([
    [null, 'none'],
    ['queued', 'waiting'],
    ['created', 'waiting'],
    ['unknown', 'in_doubt'],
    ['attention', 'in_doubt'],
    ['cancelled', 'cancelled'],
    ['failed', 'cancelled'],
  ] as const)('whose receipt is %s has none: %s', async (state, why) => {
    const { ttn } = await desk.aPaidOrder(state)
    expect(await judged((await taken(ttn)).id)).toMatchObject({
      state: 'no_receipt',
      why,
      receipt: null,
      difference: null,
    })
  })

  test('of another sum than the receipt says so to the kopiyka', async () => {
    const { ttn } = await desk.aPaidOrder()
    expect(await judged((await taken(ttn, 99_999)).id)).toMatchObject({ state: 'sum_differs', difference: -1 })
  })

  test('in two parts, in two payout lists, is one payment', async () => {
    const { ttn } = await desk.aPaidOrder()
    const one = await taken(ttn, 60_000)
    const other = await taken(ttn, 40_000, { day: '2026-03-11' })
    expect([(await judged(one.id)).state, (await judged(other.id)).state]).toEqual(['matched', 'matched'])
  })

  test('told twice is paid once, whichever payout list came first', async () => {
    const { ttn } = await desk.aPaidOrder()
    const later = await taken(ttn, 100_000, { day: '2026-03-12' })
    expect((await judged(later.id)).state).toBe('matched')
    const earlier = await taken(ttn, 100_000, { day: '2026-03-11' })
    expect([(await judged(earlier.id)).state, (await judged(later.id)).state]).toEqual(['matched', 'duplicate'])
  })

  test('of an operation that was told before is a repetition, whatever its sum', async () => {
    const { ttn } = await desk.aPaidOrder()
    const transfer = { ttn, accepted: 100_000, commission: 500, operation_id: '9000000001' }
    const first = await desk.take(desk.aPayoutList([transfer]))
    const second = await desk.take(
      desk.aPayoutList([{ ...transfer, accepted: 1, commission: 0 }], { day: '2026-03-11' }),
    )
    expect([(await judged(first.id)).state, (await judged(second.id)).state]).toEqual(['matched', 'duplicate'])
  })

  test('that goes back to the buyer is a return, and the first one no longer agrees with the receipt', async () => {
    const { ttn } = await desk.aPaidOrder()
    const first = await taken(ttn)
    const back = await desk.take(desk.aPayoutList([{ ttn, accepted: -100_000, commission: 0 }], { day: '2026-03-12' }))
    expect((await judged(back.id)).state).toBe('returned')
    expect(await judged(first.id)).toMatchObject({ state: 'sum_differs', difference: -100_000 })
  })

  test('of no parcel we know waits for one', async () => {
    const ttn = desk.aTtn()
    const { id: payoutId } = await taken(ttn)
    expect(await judged(payoutId)).toMatchObject({ state: 'unknown_ttn', order: null })
    await desk.order({ ttn })
    expect(await judged(payoutId)).toMatchObject({ state: 'no_receipt', why: 'none' })
  })

  test('of two living orders belongs to neither, until one of them is hidden', async () => {
    const ttn = desk.aTtn()
    const [one, other] = [await desk.order({ ttn }), await desk.order({ ttn })]
    const { id: payoutId } = await taken(ttn)
    expect(await judged(payoutId)).toMatchObject({ state: 'unknown_ttn', order: null })
    expect((await cashier.delete(`/orders/${one}`)).status).toBe(204)
    expect(await judged(payoutId)).toMatchObject({ order: { id: other } })
  })

  test('of two living orders is found again when one of them gets another TTN', async () => {
    const ttn = desk.aTtn()
    const [one, other] = [await desk.order({ ttn }), await desk.order({ ttn })]
    const { id: payoutId } = await taken(ttn)
    await judged(payoutId)
    await sql`update orders set ttn = ${desk.aTtn()} where id = ${one}`.execute(kasyr.db)
    expect(await judged(payoutId)).toMatchObject({ state: 'no_receipt', order: { id: other } })
  })

  test('of a TTN the parcel was redirected to is found by it', async () => {
    const { id, ttn } = await desk.aPaidOrder()
    const [next, last] = [desk.aTtn(), desk.aTtn()]
    const byNext = await taken(next)
    const byLast = await taken(last)
    await sql`update parcels set followed_ttn = ${last}, passed_ttns = ${[ttn, next]} where order_id = ${id}`.execute(
      kasyr.db,
    )
    expect(await judged(byLast.id)).toMatchObject({ order: { id }, state: 'matched' })
    expect(await judged(byNext.id)).toMatchObject({ order: { id } })
  })

  test('to another payee than the receipt’s is an alarm', async () => {
    const { ttn } = await desk.aPaidOrder()
    const text = desk.aPayoutList([{ ttn, accepted: 100_000, commission: 500 }], {
      payee: 'Фізична особа-підприємець Коваль Марія Іванівна',
      account: 'UA903052990000026005016803222',
    })
    const { id: payoutId } = await desk.take(text, { payee_id: 'new' })
    expect(await judged(payoutId)).toMatchObject({
      state: 'other_payee',
      register: { payee: { name: expect.stringContaining('Коваль') } },
    })
    expect((await judged(payoutId)).receipt_payee?.name).not.toContain('Коваль Марія Іванівна')
  })
})

describe('the judgement', () => {
  test('follows the receipt through its life, and is the same when the payout list comes last', async () => {
    const { id, ttn } = await desk.aPaidOrder(null)
    const { id: payoutId } = await taken(ttn)
    const states: string[] = [(await judged(payoutId)).why ?? '']
    const receipt = await desk.receipt(id)
    states.push((await judged(payoutId)).why ?? '')
    await desk.drive(receipt.id, ...wayTo('fiscalized'))
    states.push((await judged(payoutId)).state)
    expect(states).toEqual(['none', 'waiting', 'matched'])
    await sql`update receipts set returned_at = now() where id = ${receipt.id}`.execute(kasyr.db)
    expect((await judged(payoutId)).state).toBe('returned')
  })

  test('changes when the provider says that a cash register belongs to somebody else', async () => {
    const { ttn } = await desk.aPaidOrder()
    const { id: payoutId } = await taken(ttn)
    const payee = '00000000-0000-7000-8000-00000000aaaa'
    const { rows } = await sql<{
      payee_id: string
    }>`select payee_id from cash_registers where id = ${desk.registerId}`.execute(kasyr.db)
    await sql`insert into payees (id, name, tax_number) values (${payee}, 'Хтось', '1111111111')`.execute(kasyr.db)
    await sql`update cash_registers set payee_id = ${payee} where id = ${desk.registerId}`.execute(kasyr.db)
    expect((await judged(payoutId)).state).toBe('other_payee')
    await sql`update cash_registers set payee_id = ${rows[0]?.payee_id} where id = ${desk.registerId}`.execute(kasyr.db)
    expect((await judged(payoutId)).state).toBe('matched')
  })

  test('that is kept is the one that is worked out afresh', async () => {
    expect(await countMisjudged(kasyr.app)).toBe(0)
    await sql`update payout_lines set difference = 1 where id in (select id from payout_lines where state = 'matched' limit 1)`.execute(
      kasyr.db,
    )
    expect(await countMisjudged(kasyr.app)).toBe(1)
    await sql`insert into orders_unjudged (order_id) select id from orders`.execute(kasyr.db)
  })
})

describe('a person', () => {
  test('settles an open line with a reason, and takes it back', async () => {
    const { ttn } = await desk.aPaidOrder()
    const payout = await taken(ttn, 99_000)
    const line = await judged(payout.id)
    const { body: settled } = await cashier.post<PayoutLine>(`/money/lines/${line.id}/settle`, { reason: 'Знижка' })
    expect(settled).toMatchObject({ state: 'sum_differs', settled: { reason: 'Знижка' } })
    const open = await cashier.get<PayoutLineList>(`/money/lines?open=true&register_id=${payout.id}`)
    expect(open.body.items).toEqual([])
    expect((await cashier.post(`/money/lines/${line.id}/settle`, { reason: 'Ще раз' })).status).toBe(409)
    const { body: reopened } = await cashier.delete<PayoutLine>(`/money/lines/${line.id}/settle`)
    expect(reopened.settled).toBeNull()
    expect((await cashier.delete(`/money/lines/${line.id}/settle`)).status).toBe(409)
  })

  test('has settled only what stood there: another difference is open again', async () => {
    const { ttn } = await desk.aPaidOrder()
    const payout = await taken(ttn, 99_000)
    const line = await judged(payout.id)
    await cashier.post(`/money/lines/${line.id}/settle`, { reason: 'Знижка' })
    await taken(ttn, 500, { day: '2026-03-12' })
    expect(await judged(payout.id)).toMatchObject({ difference: -500, settled: null })
    const { body } = await cashier.get<PayoutLineList>(`/money/lines?open=true&register_id=${payout.id}`)
    expect(body.items.map(({ id }) => id)).toEqual([line.id])
  })

  test('settles nothing that agrees, and nothing without a reason', async () => {
    const { ttn } = await desk.aPaidOrder()
    const { id } = await judged((await taken(ttn)).id)
    expect((await cashier.post(`/money/lines/${id}/settle`, { reason: 'Так' })).status).toBe(409)
    expect((await cashier.post(`/money/lines/${id}/settle`, { reason: ' ' })).status).toBe(400)
    expect((await cashier.post(`/money/lines/${desk.registerId}/settle`, { reason: 'Так' })).status).toBe(404)
  })

  test('keeps the decision of a line that a correction left as it was', async () => {
    const { ttn } = await desk.aPaidOrder()
    const number = desk.aNumber()
    const transfer = { ttn, accepted: 99_000, commission: 495 }
    const payout = await desk.take(desk.aPayoutList([transfer], { number }))
    await cashier.post(`/money/lines/${(await judged(payout.id)).id}/settle`, { reason: 'Знижка' })
    const corrected = desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 100, commission: 1 }, transfer], { number })
    await desk.take(corrected, { replaces: payout.id })
    const [added, same] = await desk.linesOf(payout.id)
    expect([added?.settled, same?.settled?.reason]).toEqual([null, 'Знижка'])
  })
})

test('a list of lines is read page by page without a gap or a repetition', async () => {
  const transfers = Array.from({ length: 25 }, () => ({ ttn: desk.aTtn(), accepted: 1_000, commission: 5 }))
  const { id } = await desk.take(desk.aPayoutList(transfers))
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await cashier.get<PayoutLineList>(
      `/money/lines?limit=10&register_id=${id}${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )
    seen.push(...body.items.map(({ ttn }) => ttn))
    cursor = body.next_cursor ?? ''
  } while (cursor !== '')
  expect(seen).toEqual(transfers.map(({ ttn }) => ttn))
})
