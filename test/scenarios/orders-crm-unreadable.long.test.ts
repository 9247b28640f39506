import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { hourMs, startCrmShop, upTo } from '../support/crm-shop.ts'

const { simulator, kasyr, now, pass, sync, forget, arrived, report, lookAnew, metric } = await startCrmShop()
beforeEach(forget)

describe('an order that cannot be read is kept aside and told; the rest arrives', () => {
  const good = { created_at: '2026-01-05T10:00:00Z', total: '10.00', goods: [] as object[] }
  const line = { sku: 'TEA', name: 'Чай', price: '10.00', quantity: 1 }
  const broken: [string, object, { field: string; detail: string }][] = [
    [
      'a discount as a line below zero',
      { goods: [line, { ...line, price: '-5.00' }] },
      { field: 'goods/1/price', detail: 'сума менша за нуль' },
    ],
    [
      'a price of three decimals',
      { goods: [{ ...line, price: '1.005' }] },
      { field: 'goods/0/price', detail: 'не сума в гривнях із цілими копійками' },
    ],
    [
      'a quantity of 0',
      { goods: [{ ...line, quantity: 0 }] },
      { field: 'goods/0/quantity', detail: 'не кількість (більша за 0, до тисячних)' },
    ],
    [
      'a name of 501 letters',
      { goods: [{ ...line, name: 'я'.repeat(501) }] },
      { field: 'goods/0/name', detail: 'понад 500 символів' },
    ],
  ]

  test.each(broken)('%s', async (_name, change, told) => {
    simulator.orders.put([
      { id: 1, ...good },
      { id: 2, number: 'UA-2', ...good, ...change },
      { id: 3, ...good },
    ])
    expect(await sync()).toEqual({ added: 2, updated: 0, held: 0, failure: null })
    expect(await arrived()).toEqual([1, 3])
    expect(await report()).toMatchObject({
      state: 'ok',
      unreadable: { count: 1, items: [{ crm_id: '2', number: 'UA-2', ...told }] },
    })
    expect(await metric()).toBe('1')

    await pass(60_000)
    simulator.orders.put([{ id: 2, ...good }])
    expect(await sync()).toMatchObject({ added: 1, failure: null })
    expect((await report()).unreadable).toEqual({ count: 0, items: [] })
    expect(await metric()).toBe('0')
  })

  test('it stays told however many runs do not bring it, and its text is never guessed', async () => {
    const long_ago = new Date(now() - 48 * hourMs).toISOString()
    simulator.orders.put([
      { id: 2, ...good, total: '1.234', updated_at: long_ago },
      { id: 3, ...good },
    ])
    for (let run = 0; run < 3; run += 1) {
      await sync()
      await pass(10 * 60_000)
      simulator.orders.put([{ id: 10 + run, ...good }])
    }
    expect((await report()).unreadable).toMatchObject({ count: 1, items: [{ crm_id: '2', field: 'total' }] })
    expect(await kasyr.db.selectFrom('orders').select('id').where('crm_id', '=', '2').execute()).toEqual([])
  })

  test.each([
    [
      'mended without a new date',
      () => simulator.orders.put([{ id: 2, total: '1.23', updated_at: '2026-01-01T00:00:00Z' }]),
      [2, 3],
    ],
    ['gone', () => simulator.orders.remove('2'), [3]],
  ] as const)('one that is %s in the CRM is asked for again within the hour', async (_name, change, expected) => {
    simulator.orders.put([
      { id: 2, ...good, total: '1.234', updated_at: '2026-01-01T00:00:00Z' },
      { id: 3, ...good },
    ])
    await sync()
    change()
    await sync()
    expect((await report()).unreadable.count).toBe(1)
    await pass(hourMs)
    expect((await sync()).failure).toBeNull()
    expect((await report()).unreadable).toEqual({ count: 0, items: [] })
    expect(await arrived()).toEqual(expected)
  })

  test('a start with a better mapping tries them at once, and tells which orders its words mean as cancelled', async () => {
    simulator.orders.put([
      { id: 2, ...good, total: '1.234', sum: '5.00', updated_at: '2026-01-01T00:00:00Z', status: 'Передумали' },
      { id: 3, ...good, sum: '6.00', updated_at: '2026-01-01T00:00:00Z', status: 'Передумали' },
      { id: 4, ...good, sum: '7.00' },
    ])
    await sync()
    await sync()
    const { items, sync: told } = await lookAnew({ order: { total: '/sum' }, cancelled: ['передумали'] })
    expect(told).toMatchObject({ state: 'ok', unreadable: { count: 0, items: [] } })
    const shown = items.map(({ crm_id, crm_cancelled }) => [crm_id, crm_cancelled])
    expect(Object.fromEntries(shown)).toEqual({ 2: true, 3: true, 4: false })
  })

  test('a failed run forgets none of them', async () => {
    simulator.orders.put([{ id: 2, ...good, total: '1.234', updated_at: '2026-01-01T00:00:00Z' }])
    await sync()
    await pass(hourMs)
    simulator.orders.clear()
    simulator.faults.arm({ operation: '*', fault: { kind: 'html', status: 200 } })
    expect((await sync()).failure?.kind).toBe('bad_answer')
    simulator.faults.disarm()
    expect((await report()).unreadable.count).toBe(1)
  })

  test('an order we know that becomes unreadable stays as it was here', async () => {
    simulator.orders.put([{ id: 2, ...good }])
    await sync()
    simulator.orders.put([{ id: 2, total: '-1' }])
    expect(await sync()).toEqual({ added: 0, updated: 0, held: 0, failure: null })
    expect(await kasyr.db.selectFrom('orders').select(['crm_id', 'total']).execute()).toEqual([
      { crm_id: '2', total: 1000 },
    ])
    expect((await report()).unreadable.items).toMatchObject([
      { crm_id: '2', field: 'total', detail: 'сума менша за нуль' },
    ])
  })

  test('of many a hundred are named, and all are counted', async () => {
    for (const id of upTo(130)) simulator.orders.put([{ id, ...good, total: '1.234' }])
    simulator.orders.put([{ id: 131, ...good }])
    expect(await sync()).toMatchObject({ added: 1, failure: null })
    const { unreadable } = await report()
    expect([unreadable.count, unreadable.items.length]).toEqual([130, 100])
  })

  test('while one is kept aside, a run that changes nothing writes nothing', async () => {
    simulator.orders.put([
      { id: 2, ...good, total: '1.234' },
      { id: 3, ...good },
    ])
    await sync()
    const rows = async () => (await sql`select xmin::text, ctid::text from crm_unreadable`.execute(kasyr.db)).rows
    const before = await rows()
    expect(await sync()).toEqual({ added: 0, updated: 0, held: 0, failure: null })
    expect(await rows()).toEqual(before)
  })
})
