import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { ParcelPaymentList } from '#/contract/parcel-payments.ts'
import type { PayeeList, PayoutLineList, PayoutList } from '#/contract/payouts.ts'
import { countMisjudged } from '#/server/money/judging/judge-changed.ts'
import { startMoneyDesk } from '#/test/support/money-desk.ts'
import { untilWaiting } from '#/test/support/held-lock.ts'

const desk = await startMoneyDesk()
const { cashier, kasyr } = desk
const transfer = () => ({ ttn: desk.aTtn(), accepted: 10_000, commission: 50 })
const payees = async () => (await cashier.get<PayeeList>('/money/payees')).body.items

/** Every test leaves a shop without payout lists, as it found it. */
afterEach(async () => {
  const { body } = await cashier.get<PayoutList>('/money/registers?limit=200')
  for (const { id } of body.items) await cashier.delete(`/money/registers/${id}`)
  const { body: left } = await cashier.get<ParcelPaymentList>('/money/parcels')
  if (left.items.length > 0 || (await countMisjudged(kasyr.app)) > 0)
    throw new Error('a shop without payout lists still judges payments')
})

describe('whose money it is', () => {
  test('a payout list that was withdrawn teaches no account and leaves no payee', async () => {
    const before = await payees()
    const text = desk.aPayoutList([transfer()], { payee: 'ФОП Зайва Особа', account: 'UA903052990000026005016803222' })
    const wrong = await desk.take(text, { payee_id: before[0]?.id ?? '' })
    await cashier.delete(`/money/registers/${wrong.id}`)
    expect((await desk.preview(text)).body).toMatchObject({ payee: null, asks: ['payee'] })
    const taken = await desk.take(text, { payee_id: 'new' })
    await cashier.delete(`/money/registers/${taken.id}`)
    expect(await payees()).toEqual(before)
  })

  test('a person is asked where account and name tell of two payees', async () => {
    const [first] = await payees()
    const account = 'UA903052990000026005016803333'
    await desk.take(desk.aPayoutList([transfer()], { account }), { payee_id: first?.id ?? '' })
    await desk.take(desk.aPayoutList([transfer()], { payee: 'ФОП Друга Особа', account: 'UA1' }), { payee_id: 'new' })
    const mixed = desk.aPayoutList([transfer()], { payee: 'ФОП Друга Особа', account })
    expect((await desk.preview(mixed)).body.asks).toEqual(['payee'])
  })

  test('a new payee that comes twice is one payee, and the payout list is one payout list', async () => {
    const text = desk.aPayoutList([transfer()], { payee: 'ФОП Нова Особа', account: 'UA2' })
    const answers = [await desk.upload(text, { payee_id: 'new' }), await desk.upload(text, { payee_id: 'new' })]
    expect(answers.map(({ status }) => status)).toEqual([201, 200])
    expect((await payees()).filter(({ name }) => name === 'ФОП Нова Особа')).toHaveLength(1)
  })

  test('a person is asked where two payees have one name', async () => {
    await sql`insert into payees (id, name, tax_number) values
      (gen_random_uuid(), 'ФОП Двійник', '2222222222'), (gen_random_uuid(), 'ФОП Двійник', '3333333333')`.execute(
      kasyr.db,
    )
    const text = desk.aPayoutList([transfer()], { payee: 'ФОП Двійник', account: 'UA3' })
    expect((await desk.preview(text)).body.asks).toEqual(['payee'])
    await sql`delete from payees where name = 'ФОП Двійник'`.execute(kasyr.db)
  })
})

describe('judgements stay true', () => {
  test('when an order changes while the first payout list is being imported', async () => {
    const { id, ttn } = await desk.aPaidOrder()
    const changing = await kasyr.db.startTransaction().execute()
    await sql`update orders set ttn = ${desk.aTtn()} where id = ${id}`.execute(changing)
    const importing = desk.upload(desk.aPayoutList([{ ttn, accepted: 100_000, commission: 0 }]))
    await untilWaiting(kasyr.db, 1)
    await changing.commit().execute()
    expect((await importing).status).toBe(201)
    expect(await countMisjudged(kasyr.app)).toBe(0)
    const { body } = await cashier.get<PayoutLineList>(`/money/lines?ttn=${ttn}`)
    expect(body.items.map(({ state }) => state)).toEqual(['unknown_ttn'])
  })

  test('when a cash register without receipts gets another payee', async () => {
    const { id } = await desk.aPaidOrder(null)
    await sql`update parcels set status_code = 9, paid = true where order_id = ${id}`.execute(kasyr.db)
    await desk.take(desk.aPayoutList([transfer()]))
    const [first] = await payees()
    await sql`update cash_registers set payee_id = null where id = ${desk.registerId}`.execute(kasyr.db)
    expect(await countMisjudged(kasyr.app)).toBe(0)
    await sql`update cash_registers set payee_id = ${first?.id} where id = ${desk.registerId}`.execute(kasyr.db)
    expect(await countMisjudged(kasyr.app)).toBe(0)
  })

  test('when one operation is told under two TTNs, for the other lines of the TTN too', async () => {
    const { ttn } = await desk.aPaidOrder()
    await desk.take(
      desk.aPayoutList(
        [
          { ttn, accepted: 60_000, commission: 0, operation_id: '1' },
          { ttn, accepted: 40_000, commission: 0, operation_id: '2' },
        ],
        { day: '2026-03-12' },
      ),
    )
    await desk.take(
      desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 60_000, commission: 0, operation_id: '1' }], {
        day: '2026-03-10',
      }),
    )
    expect(await countMisjudged(kasyr.app)).toBe(0)
    const { body } = await cashier.get<PayoutLineList>(`/money/lines?ttn=${ttn}`)
    expect(body.items.map(({ state }) => state)).toEqual(['duplicate', 'sum_differs'])
  })
})

test('a payout list without a date that is here already is known again', async () => {
  const text = desk.aPayoutList([transfer()]).replace(/"Дата:";"[^"]*"\r\n/, '')
  expect((await desk.preview(text)).body.asks).toEqual(['day'])
  await desk.take(text, { day: '2026-03-10' })
  expect((await desk.preview(text)).body).toMatchObject({ outcome: 'same', asks: [] })
  expect((await desk.upload(text)).status).toBe(200)
})

test('what a person settled of a repetition stays settled when the receipt becomes fiscal', async () => {
  const { ttn, receipt_id } = await desk.aPaidOrder('created')
  const [one, other] = [
    await desk.take(desk.aPayoutList([{ ttn, accepted: 100_000, commission: 0 }])),
    await desk.take(desk.aPayoutList([{ ttn, accepted: 100_000, commission: 0 }], { day: '2026-03-11' })),
  ]
  const [line] = await desk.linesOf(other.id)
  await cashier.post(`/money/lines/${line?.id}/settle`, { reason: 'Те саме' })
  const { rows } = await sql<{
    provider_id: string
  }>`select provider_id from receipts where id = ${receipt_id}`.execute(kasyr.db)
  await desk.drive(receipt_id ?? '', { type: 'found_fiscal', provider_id: rows[0]?.provider_id ?? '' })
  expect((await desk.linesOf(one.id))[0]?.state).toBe('matched')
  expect((await desk.linesOf(other.id))[0]).toMatchObject({ state: 'duplicate', settled: { reason: 'Те саме' } })
})
