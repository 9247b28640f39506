import { describe, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import { toSearchKey } from '#/contract/order-search.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startShop } from '../support/shop.ts'

const {
  kasyr,
  client: cashier,
  aCashRegister,
} = await startShop({
  orders: [
    aCrmOrder({
      number: '90001',
      recipient: { name: 'Тарас Шевченко', phone: '380671112233' },
      ttn: '20450000004821',
      total: 123_450,
    }),
    aCrmOrder({
      number: '90002',
      recipient: { name: "Дар'я Ґалаґан", phone: '380501234567' },
      ttn: '59000000000777',
      goods: [{ code: 'LAMP-7', name: 'Лампа настільна «Зоря»', price: 50_000, quantity: 1000, discount: 0 }],
      total: 50_000,
    }),
    aCrmOrder({
      number: '90003',
      recipient: { name: 'Марія-Анна Ковальчук', phone: '380931112244' },
      ttn: null,
      total: 482_100,
    }),
    aCrmOrder({
      number: '90004',
      recipient: { name: 'Іван Перехрестенко-Вишневецький', phone: '380660004821' },
      ttn: '20450000009999',
      notes: 'подзвонити після обіду',
    }),
  ],
})

const find = async (q: string): Promise<string[]> =>
  (await cashier.get<OrderList>(`/orders?q=${encodeURIComponent(q)}`)).body.items.map(({ number }) => number).toSorted()

describe('a cashier finds an order', () => {
  test.each<[string, string, string[]]>([
    ['the whole TTN', '20450000004821', ['90001']],
    ['a TTN pasted with spaces and dashes', '2045 0000-004821', ['90001']],
    ['the last four digits: of a TTN, of a phone, or a sum', '4821', ['90001', '90003', '90004']],
    ['the last three digits', '777', ['90002']],
    ['the middle of a number is not its end', '0000000', []],
    ['the order number', '90002', ['90002']],
    ['the order number as it is written', '№ 90002', ['90002']],
    ['a phone in the international way', '+38 (067) 111-22-33', ['90001']],
    ['a phone in the local way', '067 111 22 33', ['90001']],
    ['the last four digits of a phone', '2244', ['90003']],
    ['a surname', 'шевченко', ['90001']],
    ['the beginning of a name, in capitals', 'КОВАЛЬ', ['90003']],
    ['name and surname in any order', 'Шевченко Тарас', ['90001']],
    ['parts of a double name', 'вишневецький іван', ['90004']],
    ['a soft sign in place of the apostrophe, and г for ґ', 'дарья галаган', ['90002']],
    ['a name without its apostrophe', 'даря', ['90002']],
    ['г for ґ', 'галаган', ['90002']],
    ['a Latin i among Cyrillic letters', 'Мар\u0069я', ['90003']],
    ['the wrong keyboard layout', 'itdxtyrj', ['90001']],
    ['the wrong keyboard layout, two words', 'nfhfc itdxtyrj', ['90001']],
    ['goods by name', 'настільна лампа', ['90002']],
    ['goods by code', 'LAMP-7', ['90002']],
    ['the notes', 'після обіду', ['90004']],
    ['a sum with kopiykas', '1234,5', ['90001']],
    ['a whole sum', '500', ['90002']],
    ['two letters: the beginning of a word', 'ма', ['90003']],
    ['what is not there', 'Коцюбинський', []],
    ['signs of a pattern are only signs', '%', ['90001', '90002', '90003', '90004']],
    ['an underscore is not any letter', 'ш_вченко', []],
  ])('by %s: «%s»', async (_name, q, numbers) => {
    expect(await find(q)).toEqual(numbers)
  })

  test('PostgreSQL writes what is searched as the search does, every letter of it', async () => {
    const everything = Array.from('абвгґдеєжзиіїйклмнопрстуфхцчшщьюяыэъё aceiopxy 0123456789 sku').join('')
    await kasyr.db.updateTable('orders').set({ search: everything }).where('number', '=', '90003').execute()
    const kept = await kasyr.db.selectFrom('orders').select(['search_key', 'search']).execute()
    expect(kept.map(({ search_key }) => search_key)).toEqual(kept.map(({ search }) => toSearchKey(search)))
    await kasyr.db
      .updateTable('orders')
      .set({ search: ' марія анна ковальчук 90003' })
      .where('number', '=', '90003')
      .execute()
  })

  test('counts tell in which tabs the rest is', async () => {
    await kasyr.db.updateTable('orders').set({ has_receipt: true }).where('number', '=', '90004').execute()
    const { body } = await cashier.get<OrderList>('/orders?q=4821')
    expect(body.items.map(({ number }) => number).toSorted()).toEqual(['90001', '90003'])
    expect(body.counts).toEqual({ no_receipt: 2, has_receipt: 1, refused: 0, received: 0 })
    await kasyr.db.updateTable('orders').set({ has_receipt: false }).where('number', '=', '90004').execute()
  })

  test('an edited order is found by what it says now', async () => {
    const [order] = (await cashier.get<OrderList>('/orders?q=90004')).body.items
    await cashier.patch(`/orders/${order?.id}`, { recipient: { name: 'Соломія Крушельницька', phone: '0971112255' } })
    expect(await find('крушельницька')).toEqual(['90004'])
    expect(await find('2255')).toEqual(['90004'])
    expect(await find('перехрестенко')).toEqual([])
  })

  test('a register narrows the list to its own parcels', async () => {
    const register = await aCashRegister()
    await kasyr.db
      .updateTable('parcels')
      .set({ cash_register_id: register })
      .where('ttn', '=', '59000000000777')
      .execute()
    const { body } = await cashier.get<OrderList>(`/orders?cash_register_id=${register}`)
    expect(body.items.map(({ number }) => number)).toEqual(['90002'])
    expect(body.counts.no_receipt).toBe(1)
  })

  test('every page of a long list comes once, newest first, also while orders arrive', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: OrderList = (await cashier.get<OrderList>(`/orders?limit=1${cursor && `&cursor=${cursor}`}`)).body
      seen.push(...page.items.map(({ number }) => number))
      cursor = page.next_cursor
    }
    expect(seen.toSorted()).toEqual(['90001', '90002', '90003', '90004'])
  })
})
