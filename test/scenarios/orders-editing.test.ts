import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { rotateAuditKey } from '#/server/keys/rotate-audit-key.ts'
import { holdLock, untilWaiting } from '../support/held-lock.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startShop } from '../support/shop.ts'

const { kasyr, crm, client: cashier, sync, anOrder } = await startShop()

type Changes = Partial<Record<'notes' | 'total', { before: unknown; after: unknown }>>

const goods = [
  { code: 'A-1', name: 'Чай карпатський', price: 12_550, quantity: 1500, discount: 25 },
  { code: '', name: 'Пакування', price: 1, quantity: 1000, discount: 0 },
]

describe('editing an order', () => {
  test('changes what is given, leaves the rest, and says who changed what', async () => {
    const order = await anOrder()
    const edited = await cashier.patch<Order>(`/orders/${order.id}`, {
      recipient: { name: ' Ольга Кобилянська ', phone: '+38 (050) 111-22-33' },
      goods,
      total: 18_801,
    })
    expect(edited.status).toBe(200)
    expect(edited.body).toMatchObject({
      recipient: { name: 'Ольга Кобилянська', phone: '380501112233' },
      goods,
      total: 18_801,
      ttn: order.ttn,
      version: 2,
    })
    const history = await cashier.get<{
      items: { text: string; actor: { login: string } | null; details: { changes: object } }[]
    }>(`/orders/${order.id}/history`)
    expect(history.body.items).toMatchObject([
      { text: 'Змінено одержувача, товари, суму', actor: { login: expect.stringMatching(/^cashier/) } },
      { text: 'Замовлення надійшло з CRM', actor: null },
    ])
    expect(history.body.items[0]?.details.changes).toMatchObject({ total: { before: 120_000, after: 18_801 } })
  })

  test.each<[string, object, string]>([
    ['nothing at all', {}, ''],
    ['an unknown field', { recipent: 'x' }, '/recipent'],
    ['a TTN with letters', { ttn: '2045AB' }, '/ttn'],
    ['a TTN that is too short', { ttn: '123' }, '/ttn'],
    ['a fraction of a kopiyka', { total: 10.5 }, '/total'],
    ['a negative sum', { total: -1 }, '/total'],
    ['a sum as text', { total: '100' }, '/total'],
    ['a sum beyond all measure', { total: Number.MAX_SAFE_INTEGER }, '/total'],
    ['no goods', { goods: [] }, '/goods'],
    [
      'goods without a name',
      { goods: [{ code: '', name: ' ', price: 1, quantity: 1000, discount: 0 }] },
      '/goods/0/name',
    ],
    [
      'a quantity of nothing',
      { goods: [{ code: '', name: 'Чай', price: 1, quantity: 0, discount: 0 }] },
      '/goods/0/quantity',
    ],
    ['an empty recipient', { recipient: { name: '', phone: '' } }, '/recipient/name'],
    ['a phone of letters', { recipient: { name: 'Олена', phone: 'телефон' } }, '/recipient/phone'],
    ['notes of a megabyte', { notes: 'x'.repeat(900_000) }, '/notes'],
  ])('%s is refused at its field, and nothing changes', async (_name, body, pointer) => {
    const order = await anOrder()
    const answer = await cashier.patch(`/orders/${order.id}`, body)
    expect(answer.body).toMatchObject({
      status: 400,
      code: 'request.invalid',
      errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
    })
    expect((await cashier.get<Order>(`/orders/${order.id}`)).body).toMatchObject({ version: 1, edited_at: null })
  })

  test('two cashiers at once with If-Match: one wins, the other is told, and nothing is half-written', async () => {
    for (let run = 0; run < 20; run += 1) {
      const order = await anOrder()
      const save = (name: string) =>
        cashier.call<Order & { code: string }>(
          'PATCH',
          `/orders/${order.id}`,
          { notes: name, recipient: { name, phone: '' } },
          { 'if-match': `"${order.version}"` },
        )
      const answers = await Promise.all([save('Олена'), save('Тарас')])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]))
      const winner = answers.find(({ status }) => status === 200)?.body
      const stored = (await cashier.get<Order>(`/orders/${order.id}`)).body
      expect(stored).toMatchObject({ notes: winner?.notes, recipient: { name: winner?.notes }, version: 2 })
      expect(answers.find(({ status }) => status === 412)?.body.code).toBe('order.version_conflict')
    }
  })

  test('many at once without If-Match: all hold one after the other, and each entry begins where the one before it ended', async () => {
    const order = await anOrder()
    const fields = Array.from({ length: 24 }, (_, turn) =>
      turn % 2 === 0 ? { notes: `нотатка ${turn}` } : { total: 1_000 + turn },
    )
    const answers = await Promise.all(fields.map((field) => cashier.patch<Order>(`/orders/${order.id}`, field)))
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200))
    const stored = (await cashier.get<Order>(`/orders/${order.id}`)).body
    expect(stored.version).toBe(order.version + fields.length)
    const history = await cashier.get<{ items: { details: { changes: Changes } | null }[] }>(
      `/orders/${order.id}/history`,
    )
    const changes = history.body.items.flatMap(({ details }) => (details?.changes ? [details.changes] : []))
    expect(changes).toHaveLength(fields.length)
    for (const name of ['notes', 'total'] as const) {
      // By chance two entries may have the same instant, and their order in the history is then not theirs.
      const steps = changes.flatMap((change) => change[name] ?? [])
      const [befores, afters] = [steps.map(({ before }) => before), steps.map(({ after }) => after)]
      expect(new Set([...befores, stored[name]])).toEqual(new Set([...afters, order[name]]))
    }
  })

  test('one that waits for a receipt is refused when the receipt is there', async () => {
    const order = await anOrder()
    const lock = await holdLock(kasyr.db, sql`update orders set has_receipt = true where id = ${order.id} returning id`)
    const edit = cashier.patch<{ code?: string }>(`/orders/${order.id}`, { notes: 'запізно' })
    await untilWaiting(kasyr.db, 1)
    await lock.release()
    expect((await edit).body.code).toBe('order.has_receipt')
    const { notes, version } = (await cashier.get<Order>(`/orders/${order.id}`)).body
    expect({ notes, version }).toEqual({ notes: order.notes, version: order.version })
  })

  test('one that waits while the log gets another key is written all the same, and nobody is alarmed', async () => {
    const order = await anOrder()
    const lock = await holdLock(kasyr.db, sql`select id from orders where id = ${order.id} for update`)
    const edit = cashier.patch<Order>(`/orders/${order.id}`, { notes: 'зі старим ключем' })
    await untilWaiting(kasyr.db, 1)
    await rotateAuditKey(kasyr.app, theSystem)
    await lock.release()
    expect(await edit).toMatchObject({ status: 200, body: { notes: 'зі старим ключем' } })
    expect(await kasyr.db.selectFrom('audit_alarms').selectAll().execute()).toEqual([])
  })

  test('one that meets a change of the parcel keeps it, and is written all the same', async () => {
    const order = await anOrder()
    const lock = await holdLock(kasyr.db, sql`update orders set cod_amount = 777 where id = ${order.id} returning id`)
    const edit = cashier.patch<Order>(`/orders/${order.id}`, { notes: 'усе ж таки' })
    await untilWaiting(kasyr.db, 1)
    await lock.release()
    expect((await edit).body).toMatchObject({ notes: 'усе ж таки', version: order.version + 1 })
    const row = kasyr.db.selectFrom('orders').select('cod_amount').where('id', '=', order.id)
    expect(await row.executeTakeFirst()).toEqual({ cod_amount: 777 })
  })

  test('a stale If-Match is refused, a malformed one is told, and without it the last one wins', async () => {
    const order = await anOrder()
    await cashier.patch(`/orders/${order.id}`, { notes: 'перше' })
    const call = (match: string) =>
      cashier.call('PATCH', `/orders/${order.id}`, { notes: 'друге' }, { 'if-match': match })
    expect((await call('"1"')).status).toBe(412)
    expect((await call('1')).body).toMatchObject({ status: 400, errors: [{ pointer: 'header if-match' }] })
    expect((await call('"2"')).status).toBe(200)
    expect((await cashier.patch<Order>(`/orders/${order.id}`, { notes: 'третє' })).body.version).toBe(4)
  })

  test('an edit and a sync at once: the cashier’s values stay', async () => {
    for (let run = 0; run < 20; run += 1) {
      const order = await anOrder()
      crm.put(aCrmOrder({ crm_id: order.crm_id, number: order.number, notes: `CRM ${run}`, updated_at: null }))
      await Promise.all([cashier.patch(`/orders/${order.id}`, { notes: 'касир' }), sync()])
      expect((await cashier.get<Order>(`/orders/${order.id}`)).body.notes).toBe('касир')
    }
  })

  test('an order that is not there, or an id that is none', async () => {
    expect((await cashier.patch(`/orders/${crypto.randomUUID()}`, { notes: '' })).body.code).toBe('order.not_found')
    expect((await cashier.patch('/orders/1', { notes: '' })).body).toMatchObject({
      status: 400,
      errors: [{ pointer: '{id}' }],
    })
    expect((await cashier.get(`/orders/${crypto.randomUUID()}/history`)).body.code).toBe('order.not_found')
  })
})
