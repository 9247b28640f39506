import { describe, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import { announce } from '#/server/events/announce.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aCrmOrder } from '../support/orders.ts'
import { loggedIn } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { openStream } from './event-stream-support.ts'

const { kasyr, crm, client: cashier, sync, anOrder } = await startShop()
const admin = await loggedIn(kasyr, 'admin')

interface History {
  items: { text: string; actor: { login: string } | null; details: { changes?: object } }[]
}
const historyOf = async ({ id }: Order) => (await admin.get<History>(`/orders/${id}/history`)).body.items
const hide = (who: ApiClient, { id }: Order) => who.delete(`/orders/${id}`)
const restore = (who: ApiClient, { id }: Order) => who.post(`/orders/${id}/restore`)

describe('every change of an order leaves its trace', () => {
  test('hiding and restoring stand in its history with who did it, and asking twice is not written twice', async () => {
    const order = await anOrder()
    await hide(cashier, order)
    await hide(cashier, order)
    await restore(admin, order)
    await restore(admin, order)
    expect(await historyOf(order)).toMatchObject([
      { text: 'Замовлення повернено в чергу', actor: { login: 'admin' }, details: { number: order.number } },
      {
        text: 'Замовлення приховано',
        actor: { login: expect.stringMatching(/^cashier/) },
        details: { number: order.number },
      },
      { text: 'Замовлення надійшло з CRM', actor: null },
    ])
  })

  test('what the CRM changed stands there field by field, also a TTN', async () => {
    const order = await anOrder()
    crm.put(aCrmOrder({ crm_id: order.crm_id, number: order.number, ttn: '20450000000001', total: 99_900 }))
    await sync()
    const [latest] = await historyOf(order)
    expect(latest).toMatchObject({ text: 'CRM змінила ТТН, суму', actor: null })
    expect(latest?.details.changes).toEqual({
      ttn: { before: order.ttn, after: '20450000000001' },
      total: { before: 120_000, after: 99_900 },
    })
  })

  test('a run that changed something is written once with how much, one that did not is not written', async () => {
    const runs = () =>
      kasyr.db
        .selectFrom('audit_log')
        .select(['details', 'actor_id'])
        .where('action', '=', 'orders.synced')
        .orderBy('at')
        .execute()
    const earlier = (await runs()).length
    const changed = aCrmOrder()
    crm.put(aCrmOrder(), changed)
    await sync()
    await sync()
    crm.put({ ...changed, notes: 'подзвонити' }, aCrmOrder())
    await sync()
    expect((await runs()).slice(earlier)).toEqual([
      { details: { added: 2, updated: 0, held: 0 }, actor_id: null },
      { details: { added: 1, updated: 1, held: 0 }, actor_id: null },
    ])
  })

  test('screens hear of an edit, of hiding and of restoring', async () => {
    const order = await anOrder()
    const { next, leave } = await openStream(kasyr.url, cashier)
    expect(await next()).toMatchObject({ event: 'ready' })
    await cashier.patch(`/orders/${order.id}`, { notes: 'моє' })
    await hide(cashier, order)
    await restore(admin, order)
    await announce(kasyr.db, 'batch', null)
    const heard = []
    for (let frame = await next(); frame && frame.event !== 'batch'; frame = await next()) heard.push(frame)
    leave()
    const told = { event: 'order', data: { id: order.id } }
    expect(heard).toMatchObject([told, told, told])
  })
})
