import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import type { CrmClient } from '#/server/integrations/crm/crm-client.ts'

const beginnings = [
  'Бо',
  'Ва',
  'Гри',
  'До',
  'За',
  'Кор',
  'Ли',
  'Мар',
  'На',
  'Ос',
  'Пе',
  'Ро',
  'Са',
  'Тро',
  'Фе',
  'Хо',
  'Ча',
  'Шу',
  'Яр',
  'Ду',
]
const middles = [
  'бренч',
  'ваш',
  'горд',
  'дарч',
  'жур',
  'зим',
  'кравч',
  'лозов',
  'мельн',
  'нест',
  'палам',
  'реп',
  'стец',
  'тарас',
  'федор',
  'хом',
  'цимбал',
  'черн',
  'шафр',
  'яким',
]
const ends = ['енко', 'ук', 'ишин', 'ський', 'ович']
const given = ['Олена', 'Тарас', 'Марія', 'Іван', 'Соломія', 'Дмитро', 'Ганна', 'Петро', 'Юлія', 'Андрій']
const goods = [
  ...[
    'Чохол для телефона',
    'Навушники бездротові',
    'Лампа настільна',
    'Кабель USB-C',
    'Підставка дубова',
    'Термос сталевий',
  ],
  ...[
    'Рюкзак міський',
    'Колонка портативна',
    'Повербанк',
    'Тримач в автомобіль',
    'Килимок для миші',
    'Ліхтар кишеньковий',
  ],
]

/** A word that a quarter of the orders have: each has three of the twelve goods. */
export const commonWord = 'термос'

/** A shop with ten times the orders has ten times the buyers: whatever the size, a name is on about this many orders. */
const ordersOfName = 500

const at = (list: readonly string[], index: number): string => list[index % list.length] ?? ''
const countNames = (orders: number): number => Math.max(1, Math.round(orders / ordersOfName))
const surname = (number: number): string =>
  at(beginnings, number) + at(middles, Math.floor(number / 20)) + at(ends, Math.floor(number / 400))

/** Surnames to be searched for; of any number of them, all are on some order. */
export const surnamesOf = (orders: number, count: number): string[] =>
  Array.from({ length: Math.min(count, countNames(orders)) }, (_, index) => surname(index).toLowerCase())

/** The order at this place of a shop that has so many. Three goods each; all that follows from its place is always the same. */
export function orderAt(index: number, orders: number): CrmOrder {
  const lines = [0, 1, 2].map((line) => ({
    code: `SKU-${(index * 7 + line) % 5000}`,
    // Four in a row, one in each tab, have the same goods.
    name: `${at(goods, (index >> 2) + line * 5)} ${index % 97}`,
    price: 10_000 + ((index * 31 + line) % 900) * 100,
    quantity: 1000,
    discount: 0,
  }))
  return {
    crm_id: String(index),
    number: String(10_000_000 + index),
    ordered_at: new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString(),
    updated_at: null,
    status: 'new',
    recipient: {
      // Scattered, so that the orders of a name lie all over the table and in every tab.
      name: `${surname((Math.imul(index + 1, 0x9e3779b1) >>> 8) % countNames(orders))} ${at(given, index >> 3)}`,
      phone: `38067${String((index * 7_919) % 10_000_000).padStart(7, '0')}`,
    },
    ttn: `2045${String(index * 9_973).padStart(10, '0')}`,
    notes: index % 7 === 0 ? 'Передзвонити перед відправкою' : '',
    goods: lines,
    total: lines.reduce((sum, { price }) => sum + price, 0),
  }
}

/** A CRM that makes its orders on request: a million need not be held at once. */
export const shopCrm = (orders: number): CrmClient => ({
  kind: 'stub',
  identity: null,
  paging: 'orders',
  cancelled_statuses: new Set<string>(),
  listOrders: async ({ offset, limit }) => {
    const length = Math.max(0, Math.min(limit, orders - offset))
    const page = Array.from({ length }, (_, index) => orderAt(offset + index, orders))
    return { ok: true, page: { orders: page, unreadable: [], total: orders } }
  },
})
