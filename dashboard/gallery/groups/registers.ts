import { ago, day, idOf, longRegister } from '../fixtures/given.ts'
import { anOrder } from '../fixtures/orders.ts'
import { aUser } from '../fixtures/people.ts'
import { aProblem, aRegister, silentProvider, wrongPin } from '../fixtures/registers.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Group } from '../state.ts'

const healthy = aRegister(1)
const every = [
  healthy,
  aRegister(2, { name: longRegister }, { state: 'error', problems: [wrongPin] }),
  aRegister(3, { name: 'Літня' }, { state: 'warning', problems: [silentProvider] }),
  aRegister(
    4,
    { name: 'Тестова', is_test: true },
    {
      state: 'warning',
      problems: [
        aProblem('test_register', 'warning', 'Каса тестова: її чеки не мають сили. Для роботи додайте справжню.'),
      ],
    },
  ),
  aRegister(
    5,
    { name: 'Щойно додана', is_test: null, license_key_hint: null },
    {
      state: 'unchecked',
      checked_at: null,
      fiscal: null,
      carrier: null,
    },
  ),
  aRegister(6, { name: 'Вимкнена', active: false }),
  aRegister(
    7,
    { name: 'З кількома бідами', payment_label: 'Післяплата', tax_codes: ['А', 'Б'] },
    {
      state: 'warning',
      problems: [
        aProblem(
          'signature_ends_soon',
          'warning',
          'Електронний підпис касира діє ще 5 днів. Поновіть його в Checkbox.',
        ),
        aProblem('shift_left_open', 'warning', 'Зміну відкрито понад добу тому. Закрийте її в кабінеті Checkbox.'),
      ],
    },
  ),
]
const entry = {
  id: idOf('entry', 1),
  at: ago(20 * day),
  actor: { id: aUser().id, login: 'olena' },
  action: 'register.edited' as const,
  subject: { type: 'cash_register' as const, id: healthy.id },
  details: { changes: {}, secrets: ['pin'] },
  address: '192.168.1.20',
}
const answers = aShop({ registers: every }, { 'GET /audit': { items: [entry], next_cursor: null } })
const live = [anOrder(2, { tab: 'has_receipt', receipt: { state: 'created' } })]

export const registers: Group = {
  name: 'cash registers',
  states: [
    {
      name: 'every state',
      at: '/cash-registers',
      answers,
      shows: [longRegister, 'Ще не перевірялась', wrongPin.detail, 'Зміну відкрито понад добу тому.'],
    },
    {
      name: 'every state, for a cashier',
      at: '/cash-registers',
      answers: aShop({ registers: every, user: aUser('cashier') }),
      shows: ['Ключі й налаштування кас: доступно адміністратору.', longRegister],
    },
    {
      name: 'none',
      at: '/cash-registers',
      answers: aShop({ registers: [] }),
      shows: ['Додайте касу, щоб створювати чеки'],
    },
    {
      name: 'loading',
      at: '/cash-registers',
      answers: aShop({}, { 'GET /cash-registers': 'silence' }),
      shows: ['Каси'],
    },
    {
      name: 'failing',
      at: '/cash-registers',
      answers: aShop({}, { 'GET /cash-registers': { refused: 'server.database_unavailable' } }),
      shows: ['Спробувати ще раз'],
    },
    {
      name: 'adding refused',
      at: '/cash-registers',
      answers: aShop({}, { 'POST /cash-registers': { refused: 'register.name_taken', params: { name: 'Основна' } } }),
      steps: async (hand) => {
        await hand.press('Додати касу')
        await hand.press('Зберегти')
      },
      shows: ['Не зберігати', /Введіть|Введіть/],
    },
    {
      name: 'changed',
      at: '/cash-registers',
      answers,
      steps: (hand) => hand.press('Змінити: Основна'),
      shows: ['Каса «Основна»', 'Не зберігати'],
    },
    {
      name: 'to be deleted',
      at: '/cash-registers',
      answers: aShop({ registers: every, orders: live }, { 'GET /audit': { items: [], next_cursor: null } }),
      steps: (hand) => hand.press('Видалити: Основна'),
      shows: ['Залишити касу'],
    },
    {
      name: 'billing ends',
      at: '/cash-registers',
      answers: aShop(
        {
          registers: [
            aRegister(
              1,
              {},
              {
                state: 'error',
                problems: [
                  aProblem(
                    'billing_blocked',
                    'error',
                    'Checkbox заблокував касу за несплату. Оплатіть її в кабінеті Checkbox.',
                  ),
                  aProblem('carrier_key_rejected', 'error', 'Нова пошта не приймає ключа API. Введіть новий.'),
                ],
              },
            ),
          ],
          alarms: { registers: [{ id: idOf('register', 1), name: 'Основна', detail: 'Її заблоковано за несплату.' }] },
        },
        { 'GET /audit': { items: [], next_cursor: null } },
      ),
      shows: ['Каса «Основна» не створює чеків.', 'Оплатіть її в кабінеті Checkbox.'],
    },
  ],
}
