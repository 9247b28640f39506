import { ago, day, idOf, longName } from '../fixtures/given.ts'
import { aUser } from '../fixtures/people.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Group } from '../state.ts'

const users = [
  aUser('admin', { name: longName }),
  aUser('cashier'),
  aUser('auditor', { second_factor: false }),
  aUser('cashier', { id: idOf('user', 10), login: 'hanna', name: 'Ганна Новенька', must_change_password: true }),
  aUser('cashier', {
    id: idOf('user', 11),
    login: 'v.melnyk',
    name: 'Василь Мельник',
    disabled: true,
    created_at: ago(400 * day),
  }),
]
const listed = { 'GET /users': { items: users, next_cursor: null } }
const names = /^(olena|nataliia|bondar|hanna|melnyk)$/

export const people: Group = {
  name: 'users',
  states: [
    {
      name: 'everybody',
      at: '/users',
      answers: aShop({}, listed),
      shows: ['це ви', 'одноразовий пароль', 'вимкнено'],
      names,
    },
    {
      name: 'everybody, for somebody who may only look',
      at: '/users',
      answers: aShop({ user: aUser('auditor') }, listed),
      shows: ['Змінювати користувачів може адміністратор.'],
      names,
    },
    {
      name: 'adding refused',
      at: '/users',
      answers: aShop({}, { ...listed, 'POST /users': { refused: 'user.login_taken', params: { login: 'olena' } } }),
      steps: async (hand) => {
        await hand.press('Додати користувача')
        await hand.fill('Ім’я', 'Ганна Нова')
        await hand.fill('Логін', 'olena')
        await hand.press('Додати')
      },
      shows: ['Логін «olena» уже зайнятий. Виберіть інший.'],
      names,
    },
    {
      name: 'a one-time password',
      at: '/users',
      answers: aShop({}, { ...listed, 'POST /users': { user: aUser('cashier'), one_time_password: 'kvit-7hw2-9p3f' } }),
      steps: async (hand) => {
        await hand.press('Додати користувача')
        await hand.fill('Ім’я', 'Ганна Нова')
        await hand.fill('Логін', 'hanna.nova')
        await hand.press('Додати')
      },
      shows: ['kvit-7hw2-9p3f'],
      names: /^(olena|nataliia|bondar|hanna|melnyk|nova|kvit)$/,
    },
    {
      name: 'the password asked again over a dialog',
      at: '/users',
      answers: aShop({}, { ...listed, 'DELETE /users/:id/sessions': { refused: 'auth.reauth_required' } }),
      steps: async (hand) => {
        await hand.press('Завершити всі сеанси: Наталія Ткаченко')
        await hand.press('Завершити всі сеанси')
      },
      shows: ['Підтвердьте, що це ви'],
      names,
    },
    ...['Скинути пароль', 'Скинути другий фактор', 'Вимкнути', 'Змінити'].map((verb) => ({
      name: `asked: ${verb}`,
      at: '/users',
      answers: aShop({}, listed),
      steps: (hand: { press(name: string): Promise<void> }) => hand.press(`${verb}: Наталія Ткаченко`),
      shows: ['Наталія Ткаченко'],
      names,
    })),
  ],
}
