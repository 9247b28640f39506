import { toast } from '../../ui/toast.ts'
import { supportCode } from '../fake-server.ts'
import { idOf, longName, longRegister } from '../fixtures/given.ts'
import { aUser } from '../fixtures/people.ts'
import { aRegister, silentProvider, wrongPin } from '../fixtures/registers.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Group } from '../state.ts'

const usual = { at: '/settings', answers: aShop({ user: aUser('admin', { name: longName }) }) }
const silent = aRegister(1, {}, { state: 'warning', problems: [silentProvider] })

export const shell: Group = {
  name: 'around every page',
  states: [
    {
      ...usual,
      name: 'keys',
      steps: (hand) => hand.press('Показати всі клавіші'),
      shows: ['показати ці клавіші'],
      names: /^(Esc|Enter|Tab|Ctrl|Shift)$/,
    },
    {
      ...usual,
      name: 'palette',
      steps: async (hand) => {
        await hand.press('Перейти, зробити, знайти')
        await hand.fill('Команда або пошук', 'за')
      },
      shows: ['Замовлення'],
      names: /^Esc$/,
    },
    { ...usual, name: 'user menu', steps: (hand) => hand.press(/меню користувача$/), shows: ['Вийти', 'Темна'] },
    {
      name: 'nothing answers',
      at: '/',
      answers: aShop(),
      steps: async (hand) => {
        await hand.see('84201')
        hand.goOffline()
      },
      shows: ['Немає з’єднання'],
    },
    {
      name: 'cannot begin',
      at: '/',
      answers: { 'POST /auth/refresh': 'gone' },
      shows: [/Немає зв’язку з сервером/],
    },
    {
      name: 'demonstration',
      at: '/settings',
      answers: aShop({ status: { demo: true } }),
      shows: ['Демонстраційний режим:', 'Справжніх чеків тут не буде.'],
    },
    {
      name: 'demonstration, before the server answers',
      at: '/settings',
      answers: aShop({}, { 'GET /status': 'silence' }),
      kept: { 'kasyr-demo': '1' },
      shows: ['Демонстраційний режим:'],
    },
    {
      name: 'second factor offered',
      at: '/settings',
      answers: aShop({ user: aUser('admin', { second_factor: false }), status: { second_factor: 'admins' } }),
      shows: ['Пізніше'],
    },
    {
      name: 'fiscal provider down',
      at: '/',
      answers: aShop({ registers: [silent] }),
      shows: ['Checkbox недоступний', 'Нові чеки стануть у чергу.'],
    },
    {
      name: 'fiscal provider down for one register, the key of another wrong',
      at: '/',
      answers: aShop({
        registers: [silent, aRegister(2, { name: longRegister }, { state: 'error', problems: [wrongPin] })],
        alarms: {
          attention: 3,
          received_without_receipt: 2,
          registers: [{ id: idOf('register', 2), name: longRegister, detail: wrongPin.detail }],
        },
      }),
      shows: ['каса «Основна»', `Каса «${longRegister}» не створює чеків.`],
    },
    {
      name: 'log damaged, whatever the role',
      at: '/settings',
      answers: aShop({
        user: aUser('cashier'),
        status: { audit_alarm: { since: '2026-03-09T12:01:00.000Z', reason: 'у журналі бракує записів' } },
      }),
      shows: ['у журналі бракує записів. Помічено 9 березня 2026 р. о 14:01.', 'kasyr audit verify'],
    },
    {
      ...usual,
      name: 'toasts',
      steps: async (hand) => {
        await hand.see('Вона дає право:')
        toast('Чек скасовано.')
        toast('Замовлення № 84201 приховано.', 'good', { label: 'Повернути', run: () => undefined })
        toast('Повернути не вдалося. Сервер зараз перевантажений. Повторіть через кілька секунд.', 'danger')
      },
      shows: ['Чек скасовано.', 'Повернути не вдалося.'],
    },
    { ...usual, name: 'no such page', at: '/nowhere', shows: ['Такої сторінки немає'] },
    {
      name: 'page failing',
      at: '/sessions',
      answers: aShop({}, { 'GET /auth/sessions': { refused: 'server.database_unavailable' } }),
      shows: [supportCode],
      names: /^[\da-f]+$/,
    },
    {
      name: 'server failed',
      at: '/sessions',
      answers: aShop({}, { 'GET /auth/sessions': { refused: 'server.error' } }),
      shows: [supportCode],
      names: /^[\da-f]+$/,
    },
  ],
}
