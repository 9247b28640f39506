import { describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import { tabs } from '#/contract/tabs.ts'
import { filterRules, isHeld, listAll, matching, startFilteredDesk } from '../support/filtered-orders.ts'
import { loggedIn } from '../support/people.ts'

const desk = await startFilteredDesk('order filters')
const { kasyr, cashier, admin } = desk

const idsOf = (orders: readonly Order[]): string[] => orders.map(({ id }) => id)
const countsOf = (orders: readonly Order[]) =>
  Object.fromEntries(tabs.map((tab) => [tab, orders.filter((order) => order.tab === tab).length]))
const each = Object.entries(filterRules).flatMap(([name, { values }]) =>
  values.map((value): [string, string] => [name, value]),
)

describe('a filter of the list', () => {
  test.each(each)('%s=%s lists what the rule says, in every tab, with the counts of it', async (name, value) => {
    const expected = matching(await desk.everything(), [[name, value]])
    for (const tab of tabs) {
      const { body } = await cashier.get<OrderList>(`/orders?limit=200&tab=${tab}&${name}=${encodeURIComponent(value)}`)
      expect(idsOf(body.items)).toEqual(idsOf(expected.filter((order) => order.tab === tab)))
      expect(body.counts).toEqual(countsOf(expected))
    }
  })

  test('has, each of them, orders it keeps and orders it leaves out here', async () => {
    const all = await desk.everything()
    const idle = Object.entries(filterRules).filter(([name, { values }]) => {
      const kept = values.map((value) => matching(all, [[name, value]]).length)
      return !kept.some((count) => count > 0 && count < all.length)
    })
    expect(idle).toEqual([])
  })

  test('narrows together with others, page by page', async () => {
    const all = await desk.everything()
    let found = 0
    for (let turn = 0; turn < 150; turn += 1) {
      const asked = desk.someFilters()
      const tab = desk.oneOf(tabs)
      const expected = matching(all, asked).filter((order) => order.tab === tab)
      const query = new URLSearchParams([['tab', tab], ...asked]).toString()
      expect(idsOf(await listAll(cashier, query)), query).toEqual(idsOf(expected))
      found += expected.length
    }
    expect(found).toBeGreaterThan(50)
  })

  test('by cash register goes with the others', async () => {
    const register = await desk.addRegister()
    const [one, other] = await desk.orders(2, {}, { cash_register_id: register })
    await cashier.patch(`/orders/${other}`, { notes: 'змінено' })
    expect(new Set(idsOf(await listAll(cashier, `cash_register_id=${register}`)))).toEqual(new Set([one, other]))
    expect(idsOf(await listAll(cashier, `cash_register_id=${register}&edited=true`))).toEqual([other])
  })

  test('«not picked up» is exactly what the summary counts, and so is what was received without a receipt', async () => {
    const { body: summary } = await cashier.get('/orders/summary')
    const awaited = (await Promise.all(tabs.map((tab) => listAll(cashier, `tab=${tab}&not_picked_up=true`)))).flat()
    const bare = (await listAll(cashier, 'attention=true')).filter(
      ({ receipt, parcel, tab }) =>
        ![
          'queued',
          'sending',
          'unknown',
          'attention',
          'created',
          'cancelling',
          'cancel_unknown',
          'fiscalized',
        ].includes(receipt?.state ?? '') &&
        (parcel?.cod_amount ?? 0) > 0 &&
        ((parcel?.paid === true && tab !== 'refused') || tab === 'received'),
    )
    expect(summary).toEqual({
      count: awaited.length,
      cod_total: awaited.reduce((sum, { parcel }) => sum + (parcel?.cod_amount ?? 0), 0),
      received_without_receipt: bare.length,
    })
    expect([awaited.length > 0, bare.length > 0]).toEqual([true, true])
  })

  test('attention=true lists every tab together, unless one is asked for', async () => {
    const ofTabs = (await Promise.all(tabs.map((tab) => listAll(cashier, `tab=${tab}&attention=true`)))).flat()
    const together = await listAll(cashier, 'attention=true')
    expect(idsOf(together)).toEqual(idsOf(ofTabs.toSorted((a, b) => byTime(b, a))))
    expect(new Set(together.map(({ tab }) => tab)).size).toBeGreaterThan(2)
  })

  test.each([
    'prepaid=false',
    'prepaid=1',
    'edited=',
    'attention=TRUE',
    'not_picked_up=yes',
    'hidden=false',
    'receipt_state=lost',
    'parcel_group=',
    'from=2026-02-30',
    'sum_from=',
    'sum_from=-1',
    'sum_to=1.5',
    'sum_to=0x10',
    'sum_to=100000000001',
  ])('%s is refused', async (query) => {
    const { status, body } = await admin.get(`/orders?${query}`)
    expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([
      400,
      'request.invalid',
      `?${query.slice(0, query.indexOf('='))}`,
    ])
  })

  test('that is not there leaves the statement as it was', async () => {
    const seen: string[] = []
    kasyr.watchStatements((text) => seen.push(String(text)))
    for (let turn = 1; turn <= 2; turn += 1) await cashier.get('/orders')
    kasyr.watchStatements(null)
    // On a slow machine the CRM is asked again first; only what reads the queue names `stands_first`.
    const [first, ...others] = seen.filter((text) => text.includes('stands_first'))
    expect(others).toEqual([first])
  })
})

describe('what is hidden', () => {
  const hidden = async (query = ''): Promise<Order[]> => listAll(admin, `hidden=true${query}`)

  test('is listed from every tab, newest first, and leaves the list when it is brought back', async () => {
    const all = await desk.everything()
    const free = tabs.flatMap((tab) => all.filter((order) => order.tab === tab && !isHeld(order)).slice(0, 8))
    for (const { id } of free) expect((await cashier.delete(`/orders/${id}`)).status).toBe(204)
    const expected = free.toSorted((a, b) => byTime(b, a))
    expect(idsOf(await hidden())).toEqual(idsOf(expected))
    expect(idsOf(await hidden('&tab=received'))).toEqual(idsOf(expected))
    const { body } = await admin.get<OrderList>('/orders?hidden=true&limit=1')
    expect(body.counts).toEqual(countsOf(expected))
    for (const { id } of free) await admin.post(`/orders/${id}/restore`)
    expect(await hidden()).toEqual([])
    expect(idsOf(await desk.everything())).toEqual(idsOf(all))
  })

  test('is narrowed by the same filters', async () => {
    const id = await desk.order({ notes: 'прихована примітка' })
    await cashier.delete(`/orders/${id}`)
    for (const query of [
      'q=прихована',
      `cash_register_id=${desk.registerId}`,
      'from=2026-03-09',
      'parcel_group=moving',
    ])
      expect(idsOf(await hidden(`&${query}`)), query).toEqual([id])
    for (const query of ['q=неіснуюча', 'edited=true', 'not_picked_up=true'])
      expect(await hidden(`&${query}`), query).toEqual([])
  })

  test('is refused, unread, to whoever may not bring it back', async () => {
    for (const who of [cashier, await loggedIn(kasyr, 'auditor')]) {
      const seen: string[] = []
      kasyr.watchStatements((text) => seen.push(String(text)))
      const { status, body } = await who.get('/orders?hidden=true')
      kasyr.watchStatements(null)
      expect([status, body.code]).toEqual([403, 'auth.forbidden'])
      expect(seen.filter((text) => text.includes('from orders'))).toEqual([])
    }
  })
})

const byTime = (a: Order, b: Order): number => a.ordered_at.localeCompare(b.ordered_at) || a.id.localeCompare(b.id)
