import { sentenceOf } from '#/contract/errors.ts'
import type { SecondFactorState } from '#/contract/second-factor.ts'
import { ago, day, idOf, longName } from '../fixtures/given.ts'
import { aSession, aToken, aUser, noFactors, phoneSafari } from '../fixtures/people.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Answers } from '../fake-server.ts'
import type { Hand } from '../hand.ts'
import type { Group } from '../state.ts'

const nobody: Answers = { 'POST /auth/refresh': { refused: 'auth.refresh_invalid' } }
const logIn = async (hand: Hand) => {
  await hand.fill('Логін', 'olena')
  await hand.fill('Пароль', 'той самий')
  await hand.press('Увійти')
}
const newPassword = async (hand: Hand, typed: string) => {
  await hand.fill('Поточний пароль', 'теперішній пароль')
  await hand.fill('Новий пароль', typed)
  await hand.fill('Новий пароль ще раз', typed)
  await hand.press('Змінити пароль')
}

const factor: SecondFactorState = {
  authenticator: true,
  authenticator_since: ago(40 * day),
  password_changed_at: ago(20 * day),
  recovery_codes_left: 2,
  passkeys: [
    { id: idOf('passkey', 1), name: 'Chrome, Windows', created_at: ago(30 * day), last_used_at: ago(40) },
    { id: idOf('passkey', 2), name: `Телефон, ${longName}`, created_at: ago(10 * day), last_used_at: null },
  ],
}
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const names = /^(olena|totp)$/

export const account: Group = {
  name: 'login and account',
  states: [
    { name: 'login', at: '/login', answers: nobody, kept: {}, shows: ['Вхід', 'Увійти'] },
    {
      name: 'login refused',
      at: '/login',
      answers: { ...nobody, 'POST /auth/login': { refused: 'auth.invalid_credentials' } },
      steps: logIn,
      shows: ['Неправильний логін або пароль.'],
      names,
    },
    {
      name: 'login asks for a code',
      at: '/login',
      answers: { ...nobody, 'POST /auth/login': { refused: 'auth.second_factor_required' } },
      steps: async (hand) => {
        await logIn(hand)
        await hand.see('Код із застосунку')
        hand.answer({ 'POST /auth/login': { refused: 'auth.second_factor_wrong' } })
        await hand.fill('Код із застосунку', '123456')
      },
      shows: [sentenceOf('auth.second_factor_wrong')],
      names,
    },
    {
      name: 'login asks for a recovery code',
      at: '/login',
      answers: { ...nobody, 'POST /auth/login': { refused: 'auth.second_factor_required' } },
      steps: async (hand) => {
        await logIn(hand)
        await hand.press('Увійти кодом відновлення')
      },
      shows: ['Назад до пароля', 'Адміністратор скине вам другий фактор.'],
      names,
    },
    {
      name: 'settings',
      at: '/settings',
      answers: aShop({ user: aUser('admin', { name: longName }) }),
      shows: ['Вона дає право:'],
    },
    {
      name: 'password refused',
      at: '/password',
      answers: aShop({}, { 'POST /auth/password': { refused: 'auth.password_too_simple' } }),
      steps: (hand) => newPassword(hand, '123456789012'),
      shows: [sentenceOf('auth.password_too_simple')],
    },
    {
      name: 'password and the passkeys that go with it',
      at: '/password',
      answers: aShop({}, { 'GET /auth/second-factor': factor, 'POST /auth/password': { refused: 'auth.code_wrong' } }),
      steps: async (hand) => {
        await hand.press(/^Видалити «Телефон/)
        await hand.fill('Код', '123456')
        await newPassword(hand, 'три слова поспіль разом')
      },
      shows: [/після попередньої зміни пароля/, sentenceOf('auth.code_wrong')],
    },
    {
      name: 'first password',
      at: '/',
      answers: aShop({ user: aUser('cashier', { must_change_password: true, name: 'Ганна Новенька' }) }),
      shows: ['Придумайте пароль', 'Одноразовий пароль'],
    },
    {
      name: 'sessions',
      at: '/sessions',
      answers: aShop(
        {},
        {
          'GET /auth/sessions': {
            items: [
              aSession(1),
              aSession(2, { user_agent: phoneSafari }),
              aSession(3, { user_agent: '-', address: '::1' }),
            ],
          },
          'DELETE /auth/sessions/:id': null,
        },
      ),
      steps: (hand) => hand.press(/^Завершити сеанс: Safari/),
      shows: ['Сеанс завершено: Safari', 'Завершити всі інші'],
    },
    {
      name: 'security',
      at: '/security',
      answers: aShop({}, { 'GET /auth/second-factor': factor }),
      shows: [longName, 'Залишилося лише 2 коди.'],
    },
    {
      name: 'security without a second factor',
      at: '/security',
      answers: aShop({ user: aUser('admin', { second_factor: false }) }, { 'GET /auth/second-factor': noFactors }),
      shows: [/Другого фактора немає/],
    },
    {
      name: 'setting up a second factor that everybody must have',
      at: '/',
      answers: aShop(
        { user: aUser('admin', { second_factor: false, name: longName }), status: { second_factor: 'everyone' } },
        {
          'POST /auth/second-factor': { secret, uri: `otpauth://totp/kasyr?secret=${secret}` },
          'POST /auth/second-factor/confirm': { refused: 'auth.code_wrong' },
        },
      ),
      steps: async (hand) => {
        await hand.press('Під’єднати застосунок')
        await hand.fill('Код із застосунку', '123456')
      },
      shows: [sentenceOf('auth.code_wrong')],
    },
    {
      name: 'recovery codes',
      at: '/security',
      answers: aShop(
        {},
        {
          'GET /auth/second-factor': factor,
          'POST /auth/second-factor/recovery-codes': {
            recovery_codes: Array.from({ length: 10 }, (_, place) => `${place}k3f9p-7hw2mt-c4xq8r-v6jn5d`),
          },
        },
      ),
      steps: async (hand) => {
        await hand.press('Створити нові коди')
        await hand.fill('Ваш пароль', 'теперішній пароль')
        await hand.fill('Код', '123456')
        await hand.press('Створити нові')
      },
      shows: ['Коди відновлення', '9k3f9p-7hw2mt-c4xq8r-v6jn5d'],
    },
    {
      name: 'taking the app away with a wrong code',
      at: '/security',
      answers: aShop(
        {},
        { 'GET /auth/second-factor': factor, 'DELETE /auth/second-factor': { refused: 'auth.code_wrong' } },
      ),
      steps: async (hand) => {
        await hand.press('Від’єднати застосунок')
        await hand.fill('Ваш пароль', 'теперішній пароль')
        await hand.fill('Код', '123456')
        await hand.press('Від’єднати')
      },
      shows: ['Від’єднати застосунок з кодами?', sentenceOf('auth.code_wrong')],
    },
    {
      name: 'removing a passkey asks for a factor',
      at: '/security',
      answers: aShop({}, { 'GET /auth/second-factor': factor }),
      steps: async (hand) => {
        await hand.press('Видалити ключ доступу: Chrome, Windows')
        await hand.press('Видалити ключ')
      },
      shows: ['Введіть пароль.', 'Введіть код.'],
    },
    {
      name: 'connecting an app to a passkey asks for the passkey',
      at: '/security',
      answers: aShop(
        {},
        {
          'GET /auth/second-factor': { ...factor, authenticator: false, authenticator_since: null },
          'POST /auth/second-factor': { refused: 'auth.second_factor_not_shown' },
        },
      ),
      steps: (hand) => hand.press('Під’єднати застосунок'),
      shows: ['Підтвердьте, що це ви', sentenceOf('auth.second_factor_not_shown')],
    },
    {
      name: 'told of a passkey that was added',
      at: '/settings',
      kept: {
        'kasyr-logged-in': '1',
        'kasyr-passkeys-added': JSON.stringify([{ name: 'Chrome, Windows', created_at: ago(3 * 60) }]),
      },
      answers: aShop(),
      shows: [/додано ключ доступу/, 'Це я'],
    },
    {
      name: 'session ended over the page',
      at: '/',
      answers: aShop(),
      steps: async (hand) => {
        await hand.see('84201')
        const ended: Answers = { 'GET /orders': { refused: 'auth.session_ended' } }
        hand.answer({ ...ended, 'POST /auth/refresh': { refused: 'auth.session_ended' } })
        hand.key('KeyR')
      },
      shows: ['Сеанс завершено', sentenceOf('auth.session_ended')],
      names,
    },
    {
      name: 'session ends soon',
      at: '/settings',
      answers: aShop(
        {},
        {
          'GET /auth/sessions': { items: [aSession(1, { expires_at: ago(-1.8) })] },
          'POST /auth/login': aToken(aUser()),
        },
      ),
      shows: [/Сеанс завершиться о/],
    },
  ],
}
