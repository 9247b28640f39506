import type { ReceiptAlarms, SumTrouble, Trouble } from '#/contract/receipt-alarms.ts'
import {
  differingWords,
  failedWords,
  lackingWords,
  undeliveredWords,
  unfiscalWords,
} from '#/contract/receipt-trouble-words.ts'
import { ago, day, idOf, longRegister } from '../fixtures/given.ts'
import { anOrder, theRegister } from '../fixtures/orders.ts'
import { aUser } from '../fixtures/people.ts'
import { wrongPin } from '../fixtures/registers.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Group } from '../state.ts'

const attended = [
  anOrder(101, {
    receipt: {
      state: 'attention',
      problem: {
        code: 'receipt.several',
        detail:
          'У Checkbox кілька чеків за ТТН 20457310003737: 2. Залиште в кабінеті Checkbox один, решту видаліть, а тоді перевірте чек ще раз.',
      },
    },
  }),
  anOrder(102, {
    receipt: {
      state: 'attention',
      problem: {
        code: 'receipt.receipt_error',
        detail:
          'Посилку оплачено, але Checkbox не фіскалізував чека: «Зміну закрито». Другий чек не потрібен: усуньте причину в кабінеті Checkbox, стан оновиться сам.',
      },
    },
  }),
]
const others = [anOrder(110), anOrder(111), anOrder(112), anOrder(113), anOrder(114)]

function trouble(number: number, detail: string, changes: Partial<Trouble> = {}): Trouble {
  const order = anOrder(number)
  return {
    order_id: order.id,
    number: order.number,
    ttn: order.ttn,
    receipt_id: null,
    amount: order.total,
    since: ago(number * 5),
    cash_register: theRegister,
    detail,
    ...changes,
  }
}

const totalOf = (number: number): number => anOrder(number).total
const lacking = { amount: totalOf(110), received: true, has_advance: false, has_test_receipt: false }
const differing: SumTrouble = {
  ...trouble(112, differingWords({ amount: totalOf(112), control: 60_000, fiscal: null }), {
    receipt_id: idOf('receipt', 112),
    since: ago(3 * day),
  }),
  control: 60_000,
  fiscal: null,
}

const alarms: ReceiptAlarms = {
  attention: attended.length,
  received_without_receipt: 120,
  received: [
    trouble(110, lackingWords(lacking), { since: ago(9 * day) }),
    trouble(111, lackingWords({ ...lacking, amount: totalOf(111), has_test_receipt: true }), {
      cash_register: { id: idOf('register', 2), name: longRegister },
    }),
  ],
  paid_not_fiscal: {
    count: 1,
    items: [trouble(114, unfiscalWords(totalOf(114), 'created'), { receipt_id: idOf('receipt', 114) })],
  },
  sums_differ: { count: 1, items: [differing] },
  failed: {
    count: 1,
    items: [trouble(113, failedWords('Checkbox не прийняв запиту: «Каса не оплачена». Чек не створено.'))],
  },
  copies_undelivered: {
    count: 1,
    items: [trouble(115, undeliveredWords(totalOf(115)), { receipt_id: idOf('receipt', 115) })],
  },
  registers: [{ id: idOf('register', 2), name: longRegister, detail: wrongPin.detail }],
  orphans: [
    { provider_id: idOf('receipt', 900), order_id: others[0]?.id ?? null, at: ago(500), cash_register: theRegister },
    { provider_id: idOf('receipt', 901), order_id: others[1]?.id ?? null, at: ago(700), cash_register: theRegister },
    { provider_id: null, order_id: null, at: ago(900), cash_register: null },
  ],
}

const orders = [...attended, ...others]
const full = { at: '/attention', answers: aShop({ orders, alarms }) }
/** Identifiers of documents are read as they stand. */
const names = /^[\da-f]+$/

export const attention: Group = {
  name: 'attention',
  states: [
    {
      ...full,
      name: 'every trouble',
      shows: [
        'Отримано без чека: 120',
        'Оплачено, а чек не фіскальний: 1',
        'Суми розійшлися: 1',
        'Чек не створено: 1',
        'Чеки, що потребують рішення: 2',
        'Документи Checkbox без чека в Касирі: 3',
        'Копії чека не дійшли: 1',
        'Показано найдавніші 2.',
      ],
      names,
    },
    {
      name: 'every trouble, for somebody who may only look',
      at: '/attention',
      answers: aShop({ orders, alarms, user: aUser('auditor') }),
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
      ...full,
      name: 'sums to be accepted',
      steps: (hand) => hand.press('Прийняти суми…'),
      shows: [/Прийняти суми — замовлення/, 'Не приймати'],
      names,
    },
    {
      ...full,
      name: 'a copy to be sent',
      steps: async (hand) => {
        await hand.press('Надіслати копію…')
        await hand.press('Надіслати копію')
      },
      shows: ['Введіть пошту або номер телефону.'],
      names: /^([\da-f]+|olena|example|com)$/,
    },
    {
      ...full,
      name: 'a document dismissed',
      steps: (hand) => hand.press('Усе гаразд…'),
      shows: ['Документ без чека — усе гаразд?'],
      names,
    },
    {
      ...full,
      name: 'documents not adopted',
      steps: async (hand) => {
        const detail = 'Цей документ належить іншому чеку: інша ТТН, сума чи каса. Прив’язати його не можна.'
        const provider_id = idOf('receipt', 900)
        hand.answer({
          'POST /receipts/adopt': { adopted: [], refused: [{ provider_id, code: 'receipt.document_differs', detail }] },
        })
        await hand.press('Прийняти всі, що збігаються із замовленнями')
      },
      shows: ['Не прийнято: 1.'],
      names,
    },
  ],
}
