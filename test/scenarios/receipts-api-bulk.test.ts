import { sql } from 'kysely'
import type { z } from 'zod'
import { describe, expect, test } from 'vitest'
import type { Batch, BulkAnswer } from '#/contract/receipts.ts'
import { newId } from '#/server/platform/random.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

type Bulk = z.infer<typeof BulkAnswer>
type Progress = z.infer<typeof Batch>

const desk = await startReceiptDesk()
const { cashier, kasyr } = desk
const bulk = (order_ids: readonly string[], headers?: Record<string, string>) =>
  cashier.post<Bulk>('/receipts/bulk', { order_ids }, headers)
const progressOf = async (id: string): Promise<Progress> =>
  (await cashier.get<Progress>(`/receipts/batches/${id}`)).body

describe('many receipts at once', () => {
  test('one bad, unknown or repeated order never stops the rest, and each is accounted for with its reason', async () => {
    const [first = '', second = '', third = ''] = await desk.orders(3)
    const had = await desk.order()
    await desk.receipt(had)
    const mismatched = await desk.order({}, { cod_amount: 100 })
    const unbound = await desk.order({}, { own: null })
    const unknown = '00000000-0000-4000-8000-000000000000'
    const asked = [first, unknown, mismatched, second, first, had, unbound, third]
    const { status, body } = await bulk(asked)
    expect(status).toBe(202)
    expect(body.accepted.map(({ order_id, state }) => [order_id, state])).toEqual([
      [first, 'queued'],
      [second, 'queued'],
      [third, 'queued'],
    ])
    expect(body.refused.map(({ order_id, code }) => [order_id, code])).toEqual(
      expect.arrayContaining([
        [first, 'receipt.listed_twice'],
        [unknown, 'order.not_found'],
        [mismatched, 'receipt.sum_mismatch'],
        [had, 'receipt.exists'],
        [unbound, 'receipt.not_bound'],
      ]),
    )
    expect(body.accepted.length + body.refused.length).toBe(asked.length)
    expect(body.refused.find(({ code }) => code === 'receipt.sum_mismatch')?.detail).toMatch(/1\s200,00\s₴.*1,00\s₴/)
    const kept = await kasyr.db
      .selectFrom('receipts')
      .select('order_id')
      .where('batch_id', '=', body.batch_id)
      .execute()
    expect(new Set(kept.map(({ order_id }) => order_id))).toEqual(new Set([first, second, third]))
    expect(await progressOf(body.batch_id)).toMatchObject({ total: 8, accepted: 3, refused: body.refused })
  })

  test('nobody gets in: it is still an answer, and a finished batch', async () => {
    const { status, body } = await bulk([await desk.order({}, { own: false })])
    expect([status, body.accepted, body.refused[0]?.code]).toEqual([202, [], 'receipt.not_ours'])
    expect(await progressOf(body.batch_id)).toMatchObject({
      total: 1,
      accepted: 0,
      finished: true,
      items: [],
      counts: {},
    })
  })

  test('two orders of one TTN: one is accepted, the other hears of it', async () => {
    const orders = await desk.orders(2, { ttn: '20457770000001' })
    const { body } = await bulk(orders)
    expect([body.accepted.length, body.refused.map(({ code }) => code)]).toEqual([1, ['receipt.ttn_taken']])
  })

  test('five hundred are accepted, five hundred and one not at all', async () => {
    const orders = await desk.orders(500)
    const { status, body } = await bulk(orders)
    expect([status, body.accepted.length, body.refused]).toEqual([202, 500, []])
    expect(body.accepted.map(({ order_id }) => order_id)).toEqual(orders)
    const tooMany = await cashier.post('/receipts/bulk', { order_ids: [...orders, newId()] })
    expect([tooMany.status, tooMany.body.code]).toEqual([400, 'request.invalid'])
    expect((await cashier.post('/receipts/bulk', { order_ids: [] })).status).toBe(400)
  })
})

describe('the progress of a batch', () => {
  test('follows every receipt, and it is finished when none is queued or being sent', async () => {
    const { body } = await bulk(await desk.orders(4))
    const [a, b, c, d] = body.accepted.map(({ id }) => id)
    expect(await progressOf(body.batch_id)).toMatchObject({ counts: { queued: 4 }, finished: false })
    await desk.drive(a ?? '', ...wayTo('created'))
    await desk.drive(b ?? '', ...wayTo('failed'))
    await desk.drive(c ?? '', ...wayTo('unknown'))
    await desk.drive(d ?? '', ...wayTo('sending'))
    const during = await progressOf(body.batch_id)
    expect(during).toMatchObject({ counts: { created: 1, failed: 1, unknown: 1, sending: 1 }, finished: false })
    expect(during.items.find(({ receipt_id }) => receipt_id === b)?.problem?.detail).toBe('Так сказав Checkbox.')
    await desk.drive(d ?? '', { type: 'lease_expired' })
    expect(await progressOf(body.batch_id)).toMatchObject({
      counts: { created: 1, failed: 1, unknown: 2 },
      finished: true,
    })
    const told = await kasyr.db.selectFrom('events').select('id').where('subject_id', '=', body.batch_id).execute()
    expect(told.length).toBeGreaterThan(4)
  })

  test('of a batch nobody made is not found', async () => {
    const { status, body } = await cashier.get(`/receipts/batches/${newId()}`)
    expect([status, body.code]).toEqual([404, 'receipt.batch_not_found'])
  })
})

describe('a bulk that died half-way', () => {
  /** What it leaves when it dies after two of four: the batch as it began, two receipts, a key without an answer. */
  async function dieHalfWay(key: string) {
    const orders = await desk.orders(4)
    const { body } = await bulk(orders, { 'idempotency-key': key })
    const untried = orders.map((order_id) => ({ order_id, code: 'receipt.not_tried', detail: 'Не дійшла черга.' }))
    await kasyr.db
      .updateTable('receipt_batches')
      .set({ refused: JSON.stringify(untried) })
      .where('id', '=', body.batch_id)
      .execute()
    for (const { id } of body.accepted.slice(2)) {
      await desk.drive(id, { type: 'cancel_asked' })
      // Undone as if it had never been: the database itself would not let a receipt leave its batch.
      await kasyr.db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await tx.updateTable('receipts').set({ batch_id: null }).where('id', '=', id).execute()
      })
    }
    await kasyr.db
      .updateTable('idempotency_keys')
      .set({ status: null, answer: JSON.stringify(body.batch_id) })
      .where('key', '=', key)
      .execute()
    return { orders, body }
  }

  const grow = (key: string) =>
    sql`update idempotency_keys set created_at = created_at - interval '3 minutes' where key = ${key}`.execute(kasyr.db)

  test('says which orders it did not come to', async () => {
    const { orders, body } = await dieHalfWay('died-1')
    for (const { id } of body.accepted.slice(0, 2)) await desk.drive(id, ...wayTo('created'))
    const { refused, accepted, total, finished } = await progressOf(body.batch_id)
    expect([total, accepted, finished]).toEqual([4, 2, false])
    expect(refused.map(({ order_id, code }) => [order_id, code])).toEqual(
      orders.slice(2).map((id) => [id, 'receipt.not_tried']),
    )
    await sql`update receipt_batches set created_at = created_at - interval '3 minutes' where id = ${body.batch_id}`.execute(
      kasyr.db,
    )
    // Who has not come to them by now never will.
    expect((await progressOf(body.batch_id)).finished).toBe(true)
  })

  test('is taken for running at first, and is ended by whoever asks again with its key later', async () => {
    const { orders, body } = await dieHalfWay('died-2')
    const soon = await cashier.post('/receipts/bulk', { order_ids: orders }, { 'idempotency-key': 'died-2' })
    expect([soon.status, soon.body.code]).toEqual([409, 'request.in_progress'])
    await grow('died-2')
    const later = await bulk(orders, { 'idempotency-key': 'died-2' })
    expect([later.status, later.body.batch_id, later.body.refused]).toEqual([202, body.batch_id, []])
    expect(later.body.accepted.map(({ order_id }) => order_id)).toEqual(orders)
    // Those it had come to were not asked for again.
    expect(later.body.accepted.slice(0, 2).map(({ id }) => id)).toEqual(body.accepted.slice(0, 2).map(({ id }) => id))
    const replayed = await bulk(orders, { 'idempotency-key': 'died-2' })
    expect([replayed.headers.get('idempotency-replayed'), replayed.body]).toEqual(['true', later.body])
  })
})
