import { describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startShop } from '../support/shop.ts'

const { kasyr, crm, client: cashier, sync } = await startShop()

const hostile: [string, string][] = [
  ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['quotes and SQL', `'"; drop table orders; --`],
  ['a formula', '=cmd|"/c calc"!A0'],
  ['right-to-left marks', '\u202Eгрн 0001\u202C\u200F'],
  ['emoji and rare letters', '🧾👩‍💻 ﷽ Ω̈'],
  ['the name of a prototype', '__proto__'],
  ['template signs', '${7*7} {{7*7}} %s %n \\u0000'],
  ['pattern signs', '%_%_%\\'],
  ['a very long word', 'ж'.repeat(400)],
  // More bytes than an entry of an index may have.
  ['a very long word of letters of three bytes', '漢'.repeat(400)],
]

describe('hostile text is only text', () => {
  test.each(hostile)('%s from the CRM is stored, listed, searched and exported as it is', async (_name, text) => {
    const order = aCrmOrder({
      recipient: { name: text, phone: text.slice(0, 15) },
      notes: text,
      status: text,
      goods: [{ code: text.slice(0, 100), name: text, price: 100, quantity: 1000, discount: 0 }],
    })
    crm.put(order)
    expect((await sync()).failure).toBeNull()
    const [found] = (await cashier.get<OrderList>(`/orders?q=${order.number}`)).body.items
    expect(found).toMatchObject({ recipient: { name: text }, notes: text, goods: [{ name: text }] })
    expect((await cashier.get<OrderList>(`/orders?q=${encodeURIComponent(text.slice(0, 200))}`)).status).toBe(200)
    expect((await cashier.get('/orders/export?format=csv')).status).toBe(200)
    expect((await cashier.get(`/orders/export`)).status).toBe(200)
  })

  test.each(['а\\u0000б', 'а\\ud800б'])(
    'what no database can keep (%s) is refused cleanly, and the order stays as it was',
    async (escaped) => {
      const [order] = (await cashier.get<OrderList>('/orders')).body.items
      const refused = await cashier.call('PATCH', `/orders/${order?.id}`, `{"notes":"${escaped}"}`)
      expect(refused.body).toMatchObject({ status: 400, code: 'request.invalid' })
      expect((await cashier.get<Order>(`/orders/${order?.id}`)).body.notes).toBe(order?.notes)
    },
  )

  test('a NUL from the CRM stops that page only, and the queue goes on', async () => {
    const before = await kasyr.db.selectFrom('orders').select('id').execute()
    crm.put(aCrmOrder({ crm_id: 'nul', notes: 'а\u0000б' }))
    await expect(sync()).rejects.toThrow('Unicode')
    expect(await kasyr.db.selectFrom('orders').select('id').execute()).toEqual(before)
    crm.orders.delete('nul')
    expect((await cashier.get('/orders')).status).toBe(200)
  })
})
