import { createHash } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import { whyNotPassword } from '#/server/auth/passwords/judge-password.ts'
import { readablePassword } from '#/server/platform/random.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { adminPassword, startTestApp, type TestApp } from '../support/test-app.ts'

const about = ['olena', 'Олена Кравець']
const verdictOn = (password: string) => whyNotPassword(password, about)

/** One kind of trick a line. */
const simple: Record<string, readonly string[]> = {
  'known around the world': ['password1234', 'passwordpassword', 'iloveyouiloveyou', 'letmeinletmein', 'Password1234'],
  'digits and repeated letters': ['123456789012', 'aaaaaaaaaaaaaaa', 'abcabcabcabc', '111111111111', 'мамамамамама'],
  'Latin keyboard walks': ['qwertyuiop12', 'qwerty123456', 'qazwsxedcrfv', '!QAZ2wsx3edc', 'qwertyuiop[]2022!!'],
  'Ukrainian keyboard walks': [
    'йцукенгшщзхї',
    'фівапролджє1',
    'ячсмитьбю123',
    'йцукен123456',
    'йцукенйцукен',
    'йфяцічувскам',
  ],
  'the alphabet': ['абвгґдеєжзиі', 'абвгдежзийкл', 'яющшчцхфутср'],
  'Ukrainian words with digits and signs': [
    'пароль123456',
    'Україна12345',
    'київ2024!!!!',
    'ПРИВІТ123456',
    'помідор12345',
    '2024Соняшник',
    'Апельсин!!!!',
    '24серпня1991',
  ],
  'inflected words': ['українською1', 'українцями12', 'незалежності', 'люблюмаму123'],
  'doubled words': ['парольпароль', 'київкиївкиїв', 'трамвайтрамвай', 'Lviv!Lviv!Lviv', 'львів2024львів'],
  'transliterated words': [
    'parol1234567',
    'nezalezhnist1991',
    'Zaporizhzhia1',
    'zaporijja2024',
    'kharkiv12345',
    'xarkiv123456',
    'palyanytsia1',
    'velosyped123',
    'Shakhtar2024',
  ],
  'the other layout': ['ghbdsn123456', 'Erhf]yf2024!', 'gfhjkmgfhjkm', 'зфііцщкв1234', 'руддщцщкдв12'],
  'digits for letters': [
    'пар0ль123456',
    'п@роль123456',
    '$лава Україн!',
    'слава3су2022',
    'укр4їна12345',
    'p4r0lp4r0l12',
  ],
  slogans: [
    'Слава Україні!',
    'slavaukraini2022',
    'Слава_Україні_2024',
    'geroyamslava22',
    'heroiamslava1',
    'славаукраїнігероямслава',
    'все буде добре',
    'chervona kalyna',
    'добрийвечірмизукраїни',
    'smertvoroham',
  ],
  'names, towns and clubs': [
    'наталія12345',
    'nataliia2000',
    'Тарас Шевченко 1814',
    'shevchenko1814',
    'динамокиїв1927',
    'одесамама123',
  ],
  'the service and the person': [
    'checkboxcheckbox',
    'kasyrkasyrkasyr',
    'КасирКасир2024',
    'olena-olena-olena',
    'Кравець123456',
    'kravets-olena1',
  ],
}

describe.each(Object.entries(simple))('%s', (_kind, passwords) => {
  test.each(passwords)('«%s» is refused', async (password) => {
    expect(await verdictOn(password)).toBe('auth.password_too_simple')
  })
})

describe('what has nothing to do with each other', () => {
  test.each([
    somePassword,
    adminPassword,
    'correct horse battery staple',
    'four unrelated words',
    'зелений трамвай їде',
    'книга хмара олівець вікно',
    'кавун-гвинт-хмара',
    'kit-vikno-traktor-7',
    'ґанок сопе під дощем',
    'Tr0ub4dor&3-longer',
    'k7#mQ!z9wLp2',
    'cashier-password-77-sunny',
    'тиха-вода-греблю-рве',
  ])('«%s» is accepted', async (password) => {
    expect(await verdictOn(password)).toBeNull()
  })

  test('so is every password the service makes up, and what a random generator gives', async () => {
    const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#$%&*+-?'
    const cyrillic = 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя'
    // The same ones in every run: of ten thousand such passwords a handful happens to look like words.
    const made = (from: string, length: number, seed: number) =>
      Array.from(
        createHash('sha512').update(`${seed}`).digest().subarray(0, length),
        (byte) => from[byte % from.length],
      ).join('')
    const passwords = Array.from({ length: 15 }, (_, seed) => [
      readablePassword(),
      made(letters, 14, seed),
      made(cyrillic, 12, seed),
    ]).flat()
    for (const password of passwords) expect([password, await verdictOn(password)]).toEqual([password, null])
  })
})

test('leaked passwords are refused as they are, in capitals and with digits after them', async () => {
  const leaked = (dictionary['passwords-common'] ?? []).filter((password) => password.length >= 12)
  expect(leaked.length).toBeGreaterThan(100)
  const every = Math.floor(leaked.length / 40)
  for (const password of leaked.filter((_password, index) => index % every === 0)) {
    for (const spelling of [password, password.toUpperCase(), `${password}2024`])
      expect([spelling, await verdictOn(spelling)]).toEqual([spelling, 'auth.password_too_simple'])
  }
})

test('judging the worst a person can send does not hold up anybody else', async () => {
  await verdictOn(somePassword)
  let turns = 0
  let judging = true
  const count = () => {
    turns += 1
    if (judging) setImmediate(count)
  }
  setImmediate(count)
  // Letters that may be read as signs and the other way round take longest to judge.
  await Promise.all(['qw3rty@s5w0rd1l!'.repeat(8), 'пар0ль'.repeat(21)].map(verdictOn))
  judging = false
  expect(turns).toBeGreaterThan(100)
})

describe('the answer points at the field', () => {
  let kasyr: TestApp
  let admin: ApiClient
  beforeAll(async () => {
    kasyr = await startTestApp()
    admin = await loggedIn(kasyr, 'admin')
  })
  afterAll(() => kasyr.close())

  test('of a new user', async () => {
    const answer = await admin.post('/users', {
      login: 'marta',
      name: 'Марта Гончар',
      role: 'cashier',
      password: 'МартаГончар2024',
    })
    expect(answer.body).toMatchObject({
      status: 422,
      code: 'auth.password_too_simple',
      errors: [{ pointer: '/password', detail: sentenceOf('auth.password_too_simple') }],
    })
  })

  test('of my own, and the old one stays', async () => {
    const { login } = await aUser(kasyr)
    const person = await kasyr.anonymous.logIn(login, somePassword)
    const answer = await person.post('/auth/password', {
      current_password: somePassword,
      new_password: 'Слава Україні!',
    })
    expect(answer.body).toMatchObject({
      status: 422,
      code: 'auth.password_too_simple',
      errors: [{ pointer: '/new_password', detail: sentenceOf('auth.password_too_simple') }],
    })
    expect((await kasyr.anonymous.logIn(login, somePassword)).token).not.toBeNull()
  })
})
