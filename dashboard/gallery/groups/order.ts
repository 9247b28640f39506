import type { Order } from '#/contract/orders.ts'
import { ago, longName } from '../fixtures/given.ts'
import { anOrder } from '../fixtures/orders.ts'
import { aUser } from '../fixtures/people.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Answers } from '../fake-server.ts'
import type { Group } from '../state.ts'

const plain = anOrder(2, {
  notes: 'Покупниця просить зателефонувати за годину до доставки.\nПодарункове пакування.',
  recipient: { name: longName, phone: '380671112233' },
  edited_at: ago(50),
})
const at = (order: Order): string => `/?order=${order.id}`
const shop = (order: Order, answers: Answers = {}): Answers =>
  aShop({ orders: [anOrder(1), order, anOrder(3)] }, answers)

const theirs: Order = {
  ...plain,
  version: 4,
  revision: plain.revision + 1,
  recipient: { name: 'Марія Коваленко', phone: '380631112244' },
}

/** The receipts of an order stand in the group `receipts`. */
export const order: Group = {
  name: 'order',
  states: [
    {
      name: 'open',
      at: at(plain),
      answers: shop(plain, {
        'GET /orders/:id/history': {
          items: [
            { at: ago(50), actor: { id: aUser().id, login: 'olena' }, text: 'Змінено одержувача', details: {} },
            { at: ago(60), actor: null, text: 'Нова пошта: «Прибув у відділення»', details: {} },
            { at: ago(400), actor: null, text: 'Замовлення надійшло з CRM', details: {} },
          ],
        },
      }),
      shows: ['Посилка', 'Подарункове пакування.', 'Змінено одержувача'],
    },
    {
      name: 'not there',
      at: at(plain),
      answers: shop(plain, { 'GET /orders/:id': { refused: 'order.not_found' }, 'GET /orders/by-ids': { items: [] } }),
      shows: ['Такого замовлення немає або його приховано.'],
    },
    {
      name: 'carrier down',
      at: at(plain),
      answers: shop(plain, {
        'POST /orders/:id/track': {
          refused: 'carrier.unavailable',
          params: { detail: 'Нова пошта тимчасово не працює' },
        },
      }),
      steps: (hand) => hand.press('Оновити стан'),
      shows: ['Стан посилки поки що не оновлено. Нова пошта тимчасово не працює. Спробуємо ще раз самі.'],
    },
    {
      name: 'changed in the CRM',
      at: at(plain),
      answers: shop(plain, {
        'GET /orders/:id': {
          ...plain,
          crm_changed: true,
          crm_difference: {
            ttn: { before: plain.ttn, after: '20457310009999' },
            notes: { before: plain.notes, after: '' },
          },
        },
      }),
      shows: ['У CRM це замовлення тепер інше.', 'Взяти з CRM'],
    },
    {
      name: 'edited with mistakes',
      at: at(plain),
      answers: shop(plain),
      steps: async (hand) => {
        await hand.press(/^Редагувати/)
        await hand.fill('ТТН', '12')
        await hand.fill('Телефон', 'не знаю')
        await hand.press(/^Зберегти/)
      },
      shows: [/ТТН складається лише з цифр|цифр/],
    },
    {
      name: 'saved by two at once',
      at: at(plain),
      answers: shop(plain, { 'PATCH /orders/:id': { refused: 'order.version_conflict' } }),
      steps: async (hand) => {
        await hand.press(/^Редагувати/)
        await hand.fill('Телефон', '+380 67 999 88 77')
        hand.answer({ 'GET /orders/:id': { ...theirs, crm_difference: null } })
        await hand.press(/^Зберегти/)
      },
      shows: ['Поки ви редагували, замовлення змінив хтось інший.'],
    },
    {
      name: 'left with changes unsaved',
      at: at(plain),
      answers: shop(plain),
      steps: async (hand) => {
        await hand.press(/^Редагувати/)
        await hand.fill('Телефон', '+380 67 999 88 77')
        await hand.press(/^Закрити/)
      },
      shows: [/не збережено|Зберегти/],
    },
    {
      name: 'to be hidden',
      at: at(plain),
      answers: shop(plain),
      steps: (hand) => hand.press(/^Приховати/),
      shows: ['Приховати замовлення № 84202?', 'Залишити'],
    },
    {
      name: 'a receipt made while it was edited',
      at: at(plain),
      answers: shop(plain, { 'PATCH /orders/:id': { refused: 'order.has_receipt' } }),
      steps: async (hand) => {
        await hand.press(/^Редагувати/)
        await hand.fill('Телефон', '+380 67 999 88 77')
        await hand.press(/^Зберегти/)
      },
      shows: ['Зміни не збережено: для замовлення вже створюється чек.'],
    },
  ],
}
