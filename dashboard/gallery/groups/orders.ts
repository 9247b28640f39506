import { deletedCode } from '#/contract/carrier-statuses.ts'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { Answers } from '../fake-server.ts'
import { ago, longName, longRegister } from '../fixtures/given.ts'
import { anOrder } from '../fixtures/orders.ts'
import { aRegister } from '../fixtures/registers.ts'
import { aShop, freshSync } from '../fixtures/shop.ts'
import type { Group } from '../state.ts'
import { anotherCrm } from './another-crm.ts'

const noTotal = { cod_amount: null, cod_kind: null }

/** What keeps an order from a receipt, each once. */
const withoutReceipt = [
  anOrder(1),
  anOrder(2, { status: 7, edited_at: ago(50), recipient: { name: longName, phone: '380671112233' } }),
  anOrder(3, { status: null, ttn: null, cash_register: null }),
  anOrder(4, { parcel: { own: false } }),
  anOrder(5, { status: null, cash_register: null }),
  anOrder(6, { parcel: { cod_kind: 'money_transfer' } }),
  anOrder(7, { parcel: noTotal }),
  anOrder(8, { parcel: { cod_amount: 100 } }),
  anOrder(9, { status: deletedCode }),
  anOrder(10, { status: 3 }),
  anOrder(11, { crm_cancelled: true, crm_changed: true, edited_at: ago(20) }),
  anOrder(12, { receipt_not_needed: { reason: 'Забрали в магазині, чек видано там', at: ago(30), by: null } }),
  anOrder(13, {
    parcel: { problem: { kind: 'timeout', detail: 'Нова пошта не відповідає', since: ago(90) }, checked_at: ago(200) },
  }),
  anOrder(14, {
    receipt: {
      state: 'failed',
      problem: { code: 'receipt.refused', detail: 'Checkbox не прийняв запиту: «Каса не оплачена».' },
    },
  }),
  anOrder(15, { receipt: { state: 'cancelled' } }),
  anOrder(16, { goods: [], cash_register: { id: aRegister(2).id, name: longRegister } }),
]

const states = ['queued', 'sending', 'unknown', 'attention', 'created', 'cancelling', 'cancel_unknown'] as const
const prepaid = {
  amount: 30_000,
  payment: 'cashless',
  state: 'fiscalized',
  fiscal_code: '2026117-АБ',
  returned_at: null,
  receipt_url: null,
} as const

const withReceipt = [
  ...states.map((state, place) => anOrder(21 + place, { tab: 'has_receipt', status: 7, receipt: { state } })),
  anOrder(31, { tab: 'has_receipt', receipt: { state: 'created', prepayment: prepaid } }),
  anOrder(32, { tab: 'has_receipt', receipt: { state: 'created', is_test: true } }),
  anOrder(33, { tab: 'has_receipt', receipt: { state: 'created', cancel_requested: true } }),
  anOrder(34, { tab: 'has_receipt', parcel: { paid: true }, receipt: { state: 'created' } }),
]

const received = [
  anOrder(41, { tab: 'received', status: 9, parcel: { paid: true }, receipt: { state: 'fiscalized' } }),
  anOrder(42, { tab: 'received', status: 9, parcel: { paid: true }, receipt: { state: 'created' } }),
  anOrder(43, { tab: 'received', status: 9, receipt: { state: 'fiscalized', returned_at: ago(10) } }),
  anOrder(44, { tab: 'received', status: 9 }),
]

const refused = [
  anOrder(51, { tab: 'refused', status: 103, receipt: { state: 'created' } }),
  anOrder(52, { tab: 'refused', status: 103 }),
]

/** More than are seen at once on any screen. */
const many = Array.from({ length: 60 }, (_, place) => anOrder(101 + place))

/** What follows the first page never comes: rows that come twice are shown once, and the screen would ask for ever. */
const beginningOf =
  (list: OrderList): Answers['GET /orders'] =>
  ({ query }) =>
    query.has('cursor') ? 'silence' : list

const whileReading = (items: Order[]): OrderList => ({
  items,
  next_cursor: 'next',
  counts: { no_receipt: 90, has_receipt: 0, received: 0, refused: 0 },
  counted_in_part: [],
  as_of: 1,
  sync: { ...freshSync, state: 'running' },
})

const all = [...withoutReceipt, ...withReceipt, ...received, ...refused]
const registers = [aRegister(1), aRegister(2, { name: longRegister })]
const filled = aShop({ orders: all, registers })

export const orders: Group = {
  name: 'orders',
  states: [
    {
      name: 'without a receipt',
      at: '/',
      answers: aShop({ orders: withoutReceipt.slice(0, 7), registers }),
      shows: ['Немає ТТН', 'ТТН не вашої каси', 'ТТН ще не перевірено', 'Післяплата переказом', longName],
    },
    {
      name: 'without a receipt, other reasons',
      at: '/',
      answers: aShop({ orders: withoutReceipt.slice(7), registers }),
      shows: ['Суми не збігаються', 'ТТН видалено', /скасовано в\sCRM/i, 'Чек не потрібен', 'Створити ще раз'],
    },
    {
      name: 'with a receipt, every state',
      at: '/?tab=has_receipt',
      answers: filled,
      shows: [
        'У черзі',
        'Створюється…',
        'Перевіряємо в Checkbox',
        'Потрібна увага',
        'передоплата 300,00 ₴',
        'тестовий',
      ],
    },
    {
      name: 'received',
      at: '/?tab=received',
      answers: filled,
      shows: ['Фіскалізовано', 'Повернено', 'Очікує фіскалізації'],
    },
    { name: 'refused', at: '/?tab=refused', answers: filled, shows: ['Скасувати чек', 'Відмова'] },
    {
      name: 'first run, no register',
      at: '/',
      answers: aShop({ registers: [], orders: [] }),
      shows: ['Додайте касу, щоб створювати чеки.', 'Замовлень ще немає'],
    },
    { name: 'tab empty', at: '/', answers: aShop({ orders: received }), shows: ['Усі замовлення мають чеки'] },
    {
      name: 'search empty',
      at: '/?q=чарівник&prepaid=true&edited=true',
      answers: aShop({ orders: [] }),
      shows: ['Скинути фільтри (2)'],
    },
    {
      name: 'filters open',
      at: '/',
      answers: filled,
      steps: async (hand) => {
        await hand.press('Фільтри')
        await hand.press('Цей тиждень')
      },
      shows: ['Фільтри (2)', 'Дата від', 'Минулий місяць', 'Стан чека'],
    },
    {
      name: 'filters, a calendar open',
      at: '/?from=2026-03-09&to=2026-03-31',
      answers: filled,
      steps: async (hand) => {
        await hand.press('Фільтри (2)')
        await hand.press('Календар: Дата до')
      },
      shows: [/березень 2026/i],
    },
    {
      name: 'filters, a day that does not exist',
      at: '/',
      answers: filled,
      steps: async (hand) => {
        await hand.press('Фільтри')
        await hand.fill('Дата до', '31.02.2026')
        hand.key('Enter')
      },
      shows: ['У цьому місяці 28 днів: перевірте день'],
    },
    {
      name: 'filters, days the wrong way round',
      at: '/?from=2026-03-31&to=2026-03-01',
      answers: filled,
      steps: (hand) => hand.press('Фільтри (2)'),
      shows: ['Початок пізніший за кінець: поміняйте дати місцями'],
    },
    {
      name: 'found more than is counted',
      at: '/?q=чохол',
      answers: aShop(
        { registers },
        {
          'GET /orders': beginningOf({
            items: many,
            next_cursor: 'next',
            counts: { no_receipt: 1_000, has_receipt: 318, received: 1_000, refused: 12 },
            counted_in_part: ['no_receipt', 'received'],
            as_of: 1,
            sync: freshSync,
          }),
        },
      ),
      shows: ['1\u00a0000+', '318'],
    },
    {
      // Requested again every two seconds while the CRM is read.
      name: 'an order that lost its TTN stands further down than is loaded',
      at: '/',
      answers: aShop({ registers }, { 'GET /orders': beginningOf(whileReading(many.slice(0, 50))) }),
      steps: async (hand) => {
        const [moved = anOrder(1)] = many
        await hand.see(moved.number)
        hand.answer({
          'GET /orders': beginningOf(whileReading(many.slice(1, 51))),
          'GET /orders/:id': { ...moved, ttn: null, parcel: null, revision: moved.revision + 1, crm_difference: null },
        })
      },
      shows: ['Немає ТТН'],
    },
    {
      name: 'loading',
      at: '/',
      answers: aShop({}, { 'GET /orders': 'silence' }),
      shows: ['CRM відповідає повільно…'],
    },
    {
      name: 'list failing',
      at: '/',
      answers: aShop({}, { 'GET /orders': { refused: 'server.database_unavailable' } }),
      shows: ['Спробувати ще раз'],
    },
    {
      name: 'CRM down',
      at: '/',
      answers: aShop({
        sync: {
          state: 'failed',
          finished_at: ago(80),
          problem: { kind: 'timeout', detail: 'CRM не відповіла вчасно' },
        },
      }),
      shows: [/дані станом на/],
    },
    ...anotherCrm,
    {
      name: 'orders of the CRM kept aside',
      at: '/',
      answers: aShop({
        sync: {
          unreadable: {
            count: 120,
            items: [
              { crm_id: '17', number: '84217', field: 'goods/1/price', detail: 'сума менша за нуль' },
              { crm_id: '9'.repeat(60), number: null, field: 'notes', detail: 'понад 10000 символів' },
              { crm_id: null, number: null, field: 'crm_id', detail: 'порожнє' },
            ],
          },
        },
      }),
      steps: (hand) => hand.press(/^Не вдалося прочитати 120 замовлень/),
      shows: ['товар 2, ціна — сума менша за нуль', 'Показано перші 3.'],
    },
    {
      name: 'cancelled in the CRM',
      at: '/',
      answers: aShop({ orders: [1, 2, 3].map((number) => anOrder(number, { crm_cancelled: true })) }),
      shows: [/скасовано в\sCRM/i],
    },
    {
      name: 'chosen',
      at: '/',
      answers: filled,
      steps: async (hand) => {
        await hand.see('Немає ТТН')
        hand.key('KeyA')
      },
      shows: [/16 замовлень вибрано/, 'Створити чеки'],
    },
  ],
}
