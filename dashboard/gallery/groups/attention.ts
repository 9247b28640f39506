import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { ago, idOf } from '../fixtures/given.ts'
import { someAlarms } from '../fixtures/alarms.ts'
import { anOrder } from '../fixtures/orders.ts'
import { aUser } from '../fixtures/people.ts'
import { aShop, noAlarms } from '../fixtures/shop.ts'
import type { Answers } from '../fake-server.ts'
import type { Group } from '../state.ts'

/** Identifiers of documents are read as they stand. */
const names = /^[\da-f]+$/
const one = someAlarms({ count: 1 })
const three = someAlarms({ count: 3 })
const many = someAlarms({ count: 200 })
/** Each kind by itself: all together are more than a reviewer would look at. */
const manyOfOne: readonly (readonly [string, Partial<ReceiptAlarms>])[] = [
  [
    'Отримано без чека',
    { received: many.received, received_without_receipt: 200, received_amount: many.received_amount },
  ],
  ['Отримано, а чия каса, не доведено', { unbound_received: many.unbound_received }],
  ['Оплачено, а чек не фіскальний', { paid_not_fiscal: many.paid_not_fiscal }],
  ['Фіскальний чек без підтвердження', { fiscal_without_code: many.fiscal_without_code }],
  ['Потрібен чек повернення', { return_due: many.return_due }],
  ['У CRM інша ТТН', { ttn_differs: many.ttn_differs }],
  ['Суми розійшлися', { sums_differ: many.sums_differ }],
  ['Чек не створено', { failed: many.failed }],
  ['Чек надто довго без відповіді', { stuck: many.stuck }],
  ['Посилки, про які нічого не відомо', { not_asked: many.not_asked }],
  ['ТТН видалено, а чек чекає', { parcel_deleted: many.parcel_deleted }],
  ['Отримано без чека, а ТТН змінено', { sale_left: many.sale_left }],
  ['Чеки, що потребують рішення', { waiting: many.waiting, attention: 200 }],
  [
    'Документи Checkbox без чека в Касирі',
    { orphans: many.orphans, orphans_count: 200, orphans_amount: many.orphans_amount },
  ],
  ['Копії чека не дійшли', { copies_undelivered: many.copies_undelivered }],
]
const page = (alarms: ReceiptAlarms, answers: Answers = {}) => ({
  at: '/attention',
  answers: aShop({ alarms, orders: [100, 101, 102].map((number) => anOrder(number)) }, answers),
  names,
})
const wereMarked = anOrder(100, { receipt_not_needed: { reason: 'Видано в магазині', at: ago(5), by: null } })

export const attention: Group = {
  name: 'attention',
  states: [
    {
      ...page(one),
      name: 'one of every trouble',
      shows: [
        'Отримано без чека: 1',
        'Отримано, а чия каса, не доведено: 1',
        'Оплачено, а чек не фіскальний: 1',
        'Фіскальний чек без підтвердження: 1',
        'Потрібен чек повернення: 1',
        'У CRM інша ТТН: 1',
        'Чек надто довго без відповіді: 1',
        'Посилки, про які нічого не відомо: 1',
        'ТТН видалено, а чек чекає: 1',
        'Суми розійшлися: 1',
        'Чек не створено: 1',
        'Чеки, що потребують рішення: 1',
        'Документи Checkbox без чека в Касирі: 1',
        'Копії чека не дійшли: 1',
      ],
    },
    {
      ...page(three),
      name: 'three of every trouble',
      shows: ['Отримано без чека: 3', 'найдавніше: 9 днів', 'Вибрати всі 3'],
    },
    ...manyOfOne.map(([title, alarms]) =>
      Object.assign(page({ ...noAlarms, ...alarms }), {
        name: `two hundred: ${title}`,
        shows: [`${title}: 200`, 'Показати ще 50', 'Показано найдавніші 100, усього їх 200.'],
      }),
    ),
    {
      ...page(someAlarms({ count: 3, isLong: true })),
      name: 'long names',
      shows: ['ДУЖЕ-ДОВГИЙ-НОМЕР-ЗАМОВЛЕННЯ'],
    },
    {
      name: 'every trouble, for somebody who may only look',
      at: '/attention',
      answers: aShop({ alarms: three, user: aUser('auditor') }),
      shows: ['Рішення ухвалює касир або адміністратор.'],
      names,
    },
    { name: 'nothing to do', at: '/attention', answers: aShop(), shows: [/^.*Усе гаразд: чеки створюються самі/] },
    {
      name: 'loading',
      at: '/attention',
      answers: aShop({}, { 'GET /receipts/alarms': 'silence' }),
      shows: ['Потребує уваги'],
    },
    {
      name: 'failing',
      at: '/attention',
      answers: aShop({}, { 'GET /receipts/alarms': { refused: 'server.database_unavailable' } }),
      shows: ['Спробувати ще раз'],
    },
    {
      ...page(three),
      name: 'all of a kind chosen',
      steps: (hand) => hand.press('Вибрати всі 3'),
      shows: ['Вибрано: 3', 'Створити чеки (3)', 'Чек не потрібен… (3)'],
    },
    {
      ...page(three, {
        'POST /receipts/preflight': { ready: 3, amount: 312_000, crm_cancelled: 0, refused: [] },
      }),
      name: 'receipts for all of a kind, asked before',
      steps: async (hand) => {
        await hand.press('Вибрати всі 3')
        await hand.press('Створити чеки (3)')
      },
      shows: [/Буде створено 3( чеки)? на 3 120,00 ₴/],
    },
    {
      ...page(three),
      name: 'no receipts needed, without the reason',
      steps: async (hand) => {
        await hand.press('Вибрати всі 3')
        await hand.press('Чек не потрібен… (3)')
        await hand.press('Позначити 3')
      },
      shows: ['Введіть причину.', /3 замовлення на .* більше не вимагатимуть уваги/],
    },
    {
      ...page(three, {
        'POST /orders/:id/receipt-not-needed': ({ id }) =>
          id === idOf('order', 101) ? { refused: 'order.has_receipt' } : wereMarked,
      }),
      name: 'no receipts needed, refused for one',
      steps: async (hand) => {
        await hand.press('Вибрати всі 3')
        await hand.press('Чек не потрібен… (3)')
        await hand.fill('Чому чеки не потрібні', 'Видано в магазині')
        await hand.press('Позначити 3')
      },
      shows: ['Зроблено не все', 'Не вдалося: 1 з 3. Решту зроблено.', '№ 84301'],
    },
    {
      ...page(one),
      name: 'no return needed',
      steps: (hand) => hand.press('Повернення не потрібне…'),
      shows: [/Повернення не потрібне — замовлення/, 'Не позначати'],
    },
    {
      ...page(one, { 'POST /orders/:id/keep-ttn': { refused: 'order.not_found' } }),
      name: 'our TTN kept, refused',
      steps: (hand) => hand.press('Наша правильна'),
      shows: ['Такого замовлення немає або його приховано.'],
    },
    {
      ...page(one),
      name: 'sums to be accepted',
      steps: (hand) => hand.press('Прийняти суми…'),
      shows: [/Прийняти суми — замовлення/, 'Не приймати'],
    },
    {
      ...page(one),
      name: 'a copy to be sent',
      steps: async (hand) => {
        await hand.press('Надіслати копію…')
        await hand.press('Надіслати копію')
      },
      shows: [/Введіть пошту або номер телефону\./],
      names: /^([\da-f]+|olena|example|com)$/,
    },
    {
      ...page(one),
      name: 'a document dismissed',
      steps: (hand) => hand.press('Усе гаразд…'),
      shows: ['Документ без чека — усе гаразд?'],
    },
    {
      name: 'documents not adopted',
      at: '/attention',
      answers: aShop({ alarms: { orphans: three.orphans, orphans_count: 3, orphans_amount: three.orphans_amount } }),
      names,
      steps: async (hand) => {
        const detail = 'Цей документ належить іншому чеку: інша ТТН, сума чи каса. Прив’язати його не можна.'
        const provider_id = idOf('receipt', 700)
        hand.answer({
          'POST /receipts/adopt': { adopted: [], refused: [{ provider_id, code: 'receipt.document_differs', detail }] },
        })
        await hand.press('Прийняти всі, що збігаються із замовленнями')
      },
      shows: ['Не прийнято: 1.'],
    },
  ],
}
