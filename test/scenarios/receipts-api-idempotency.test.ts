import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '#/contract/receipts.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptDesk } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { cashier, kasyr } = desk
let keys = 0
const aKey = (): Record<string, string> => ({ 'idempotency-key': `wish-${(keys += 1)}` })
const keptOf = (headers: Record<string, string>) =>
  kasyr.db
    .selectFrom('idempotency_keys')
    .select('status')
    .where('key', '=', headers['idempotency-key'] ?? '')
    .execute()

describe('the same key', () => {
  test('with the same body brings the same answer to the letter and no second receipt, whatever became of the first', async () => {
    const order_id = await desk.order()
    const key = aKey()
    const first = await desk.ask(order_id, key)
    await desk.drive(first.body.id, { type: 'cancel_asked' })
    const again = await desk.ask(order_id, key)
    expect([first.status, again.status]).toEqual([202, 202])
    expect(again.text).toBe(first.text)
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(await desk.receiptsOf(order_id)).toHaveLength(1)
  })

  test('twenty times at once: one receipt, and everybody gets its answer or hears that it is on its way', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const order_id = await desk.order()
      const key = aKey()
      const answers = await Promise.all(Array.from({ length: 20 }, () => desk.ask(order_id, key)))
      const accepted = answers.filter(({ status }) => status === 202)
      const others = answers.filter(({ status }) => status !== 202).map(({ text }) => text)
      expect(accepted.length).toBeGreaterThan(0)
      expect(new Set(accepted.map(({ text }) => text)).size).toBe(1)
      expect(others.filter((text) => !text.includes('"code":"request.in_progress"'))).toEqual([])
      expect(await desk.receiptsOf(order_id)).toHaveLength(1)
      const later = await desk.ask(order_id, key)
      expect(later.text).toBe(accepted[0]?.text)
    }
  })

  test('with another body, or on another call, is refused', async () => {
    const [first = '', second = ''] = await desk.orders(2)
    const key = aKey()
    await desk.ask(first, key)
    for (const [path, body] of [
      ['/receipts', { order_id: second }],
      ['/receipts/bulk', { order_ids: [first] }],
      ['/receipts/prepayment', { order_id: first, amount: 1, payment: 'cashless' }],
    ] as const) {
      const answer = await cashier.post(path, body, key)
      expect([path, answer.status, answer.body.code]).toEqual([path, 422, 'request.key_reused'])
    }
    expect(await desk.receiptsOf(second)).toEqual([])
  })

  test('of somebody else is another key', async () => {
    const [first = '', second = ''] = await desk.orders(2)
    const key = aKey()
    const other = await loggedIn(kasyr)
    const answers = [await desk.ask(first, key), await desk.ask(second, key, other)]
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(answers[0]?.body.id).not.toBe(answers[1]?.body.id)
  })

  test('holds for a chain and for a bulk as well', async () => {
    const order_id = await desk.order({}, { cod_amount: 90_000 })
    const chain = { order_id, amount: 30_000, payment: 'cash', label: 'Готівка' }
    const key = aKey()
    const [one, two] = [
      await cashier.post<Receipt>('/receipts/prepayment', chain, key),
      // Blanks and the order of fields do not make another wish.
      await cashier.post<Receipt>(
        '/receipts/prepayment',
        { label: ' Готівка ', payment: 'cash', amount: 30_000, order_id },
        key,
      ),
    ]
    expect([one.status, two.text]).toEqual([202, one.text])
    expect(await desk.receiptsOf(order_id)).toHaveLength(2)
    const order_ids = [...(await desk.orders(3)), order_id]
    const bulkKey = aKey()
    const bulks = [
      await cashier.post('/receipts/bulk', { order_ids }, bulkKey),
      await cashier.post('/receipts/bulk', { order_ids }, bulkKey),
    ]
    expect(bulks[1]?.text).toBe(bulks[0]?.text)
    expect(bulks[1]?.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('a refusal', () => {
  test('is not kept: once the order is right the same key brings the receipt', async () => {
    const order_id = await desk.order({}, { cod_amount: 1 })
    const key = aKey()
    expect((await desk.ask(order_id, key)).status).toBe(422)
    expect(await keptOf(key)).toEqual([])
    await desk.tellParcels([order_id])
    expect((await desk.ask(order_id, key)).status).toBe(202)
    expect(await keptOf(key)).toEqual([{ status: 202 }])
  })

  test('meets a key that is empty, too long or not printable', async () => {
    const order_id = await desk.order()
    for (const key of ['x'.repeat(256), 'чек', '\t\u00a0']) {
      const sent = Buffer.from(key).toString('latin1')
      const { status, body } = await cashier.post('/receipts', { order_id }, { 'idempotency-key': sent })
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, 'header idempotency-key'])
    }
    expect((await desk.ask(order_id, { 'idempotency-key': 'x'.repeat(255) })).status).toBe(202)
  })
})

test('a key and its receipt are one: a transaction that is rolled back takes both', async () => {
  const order_id = await desk.order()
  const key = aKey()
  const name = key['idempotency-key'] ?? ''
  await breakKeys(name)
  expect((await desk.ask(order_id, key)).status).toBe(500)
  expect(await desk.receiptsOf(order_id)).toEqual([])
  await mendKeys()
  expect((await desk.ask(order_id, key)).status).toBe(202)
})

/** The very last write of the transaction fails, as if the process had died there. */
async function breakKeys(name: string): Promise<void> {
  await sql`alter table idempotency_keys add constraint broken check (key <> ${sql.lit(name)})`.execute(kasyr.db)
}
const mendKeys = () => sql`alter table idempotency_keys drop constraint broken`.execute(kasyr.db)
