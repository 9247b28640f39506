import { describe, expect, test } from 'vitest'
import { howOften } from '../support/how-often.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptDesk } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const [one, other] = [desk.cashier, await loggedIn(desk.kasyr)]
const times = howOften({ usually: 4, long: 200 })
const minutes = 60_000

describe(`two cashiers, ${times} times`, () => {
  test(
    'who want a receipt for one order at once: one gets it, the other hears that it is there',
    async () => {
      for (const order_id of await desk.orders(times)) {
        const answers = await Promise.all([one, other].map((client) => client.post('/receipts', { order_id })))
        const outcomes = answers.map(({ status, body }) => (status === 202 ? 'accepted' : body.code)).toSorted(byName)
        expect(outcomes).toEqual(['accepted', 'receipt.exists'])
        expect(await desk.receiptsOf(order_id)).toHaveLength(1)
      }
    },
    5 * minutes,
  )

  test(
    'who want receipts for two orders with one TTN at once: one gets it, the other hears whose it is',
    async () => {
      const orders = await desk.orders(2 * times, (place) => ({ ttn: `2045888${String(place >> 1).padStart(7, '0')}` }))
      for (let turn = 0; turn < times; turn += 1) {
        const ids = orders.slice(2 * turn, 2 * turn + 2)
        const answers = await Promise.all(
          [one, other].map((client, index) => client.post('/receipts', { order_id: ids[index] })),
        )
        const outcomes = answers.map(({ status, body }) => (status === 202 ? 'accepted' : body.code)).toSorted(byName)
        expect(outcomes).toEqual(['accepted', 'receipt.ttn_taken'])
        const receipts = await Promise.all(ids.map((id) => desk.receiptsOf(id)))
        expect(receipts.flat()).toHaveLength(1)
      }
    },
    5 * minutes,
  )

  test(
    'who take a prepayment for one order at once: there is one chain, never two',
    async () => {
      for (const order_id of await desk.orders(times, {}, { cod_amount: 90_000 })) {
        const prepayment = { order_id, amount: 30_000, payment: 'cash' }
        const answers = await Promise.all([one, other].map((client) => client.post('/receipts/prepayment', prepayment)))
        expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
        const kinds = (await desk.receiptsOf(order_id)).map(({ kind }) => kind).toSorted(byName)
        expect(kinds).toEqual(['ettn', 'prepayment'])
      }
    },
    5 * minutes,
  )

  test(
    'of whom one edits the order while the other wants its receipt: the receipt says what the order says',
    async () => {
      for (const order_id of await desk.orders(times)) {
        const [edit, create] = await Promise.all([
          one.patch(`/orders/${order_id}`, { goods: [{ code: 'B', name: 'Інший', price: 120_000, quantity: 1000 }] }),
          other.post<{ id: string }>('/receipts', { order_id }),
        ])
        expect([200, 409]).toContain(edit.status)
        expect(create.status).toBe(202)
        const { request } = await desk.rowOf(create.body.id)
        const [line] = (await desk.readOrder(order_id)).goods
        expect(JSON.parse(request)).toMatchObject({ receipt_body: { goods: [{ good: { name: line?.name } }] } })
      }
    },
    5 * minutes,
  )
})

const byName = (a: string, b: string): number => a.localeCompare(b)
