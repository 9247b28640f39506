import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let admin: ApiClient
beforeAll(async () => {
  kasyr = await startTestApp()
  admin = await loggedIn(kasyr, 'admin')
})
afterAll(() => kasyr.close())

describe('a refusal', () => {
  test('is a problem of RFC 9457 with a stable code and a Ukrainian sentence', async () => {
    const { status, headers, body } = await kasyr.anonymous.get('/auth/me')
    expect(status).toBe(401)
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(headers.get('www-authenticate')).toBe('Bearer realm="kasyr"')
    expect(body).toEqual({
      type: 'urn:kasyr:problem:auth.required',
      title: 'Потрібен вхід',
      status: 401,
      detail: 'Увійдіть, щоб продовжити.',
      code: 'auth.required',
      instance: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  test('has a code of its own by which the log tells what happened', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => kasyr.anonymous.get('/nowhere')))
    const instances = answers.map(({ body }) => body.instance)
    expect(new Set(instances).size).toBe(20)
    const logged = kasyr.log_lines.filter((line) => line.includes(`"request_id":"${instances[0]}"`))
    expect(logged.join()).toContain('"status":404')
  })
})

describe('strict input', () => {
  test('names every unknown field of a body, wherever it stands', async () => {
    const body = { login: 'admin', password: 'x', remember: true, 'a/b~c': 1 }
    const answer = await kasyr.anonymous.post('/auth/login', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      { pointer: '/remember', detail: 'Невідоме поле.' },
      { pointer: '/a~1b~0c', detail: 'Невідоме поле.' },
    ])
  })

  test('names every unknown parameter, also where none is known', async () => {
    const users = await admin.get('/users?has_receipt=true&limit=5&sort=login')
    expect(users.body.errors?.map(({ pointer }) => pointer)).toEqual(['?has_receipt', '?sort'])
    expect((await admin.get('/auth/me?verbose=1')).body.errors).toEqual([
      { pointer: '?verbose', detail: 'Невідоме поле.' },
    ])
  })

  test('refuses a parameter that is given twice', async () => {
    expect((await admin.get('/users?limit=5&limit=6')).body.errors?.[0]?.pointer).toBe('?limit')
  })

  test('refuses a body that reaches for the prototype, wherever it stands', async () => {
    const reaching = ['"__proto__":{"role":"admin"}', '"constructor":{"prototype":{"role":"admin"}}']
    for (const part of reaching) {
      for (const body of [`{"login":"admin","password":"x",${part}}`, `{"login":"admin","password":{${part}}}`]) {
        const answer = await kasyr.anonymous.post('/auth/login', body, { 'content-type': 'application/json' })
        expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'request.malformed'])
      }
    }
  })

  test('names a wrong part of the address', async () => {
    const { status, body } = await admin.patch('/users/42', { name: 'Олена' })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ pointer: '{id}', detail: 'Неправильний ідентифікатор: очікується UUID.' }])
  })

  test('refuses fields where a route takes none: whoever sends them believes they count', async () => {
    const reset = '/users/00000000-0000-4000-8000-000000000000/password-reset'
    expect((await admin.post(reset, { password: 'нове' })).body.errors?.[0]?.pointer).toBe('/password')
    expect((await admin.post(reset, {})).body.code).toBe('user.not_found')
    expect((await admin.post(reset)).body.code).toBe('user.not_found')
  })

  test('names the field with a character that cannot be stored', async () => {
    for (const name of ['нуль\u0000байт', 'пів\ud83d']) {
      const { status, body } = await admin.post('/users', { login: 'halya', name, role: 'cashier' })
      expect(status).toBe(400)
      expect(body.errors).toEqual([{ pointer: '/name', detail: 'Текст містить недозволений символ.' }])
    }
    expect((await admin.get('/audit?subject=%00')).body.errors?.[0]?.pointer).toBe('?subject')
  })

  test('bears a character of two halves wherever a text is cut', async () => {
    const { status, body } = await kasyr.anonymous.post('/auth/login', { login: 'я😀', password: 'будь-що' })
    expect(status).toBe(401)
    expect(body.code).toBe('auth.invalid_credentials')
  })

  test('refuses a day that no calendar has', async () => {
    expect((await admin.get('/audit?from=2026-02-30')).status).toBe(400)
    const { status, body } = await admin.get('/audit?from=0000-01-01')
    expect(status).toBe(400)
    expect(body.errors?.[0]?.detail).toBe('Такої дати немає в календарі.')
    const cursor = Buffer.from(JSON.stringify(['0000-01-01T00:00:00Z', crypto.randomUUID()])).toString('base64url')
    expect((await admin.get(`/audit?cursor=${cursor}`)).status).toBe(400)
  })
})

describe('what a person reads about a wrong field', () => {
  const user = { login: 'halya', name: 'Галина', role: 'cashier' }
  test.each([
    [{ ...user, password: 'x'.repeat(11) }, '/password', 'Щонайменше 12 символів.'],
    [{ ...user, password: 'x'.repeat(129) }, '/password', 'Щонайбільше 128 символів.'],
    [{ ...user, login: 'h' }, '/login', 'Щонайменше 2 символи.'],
    [{ ...user, login: 'h'.repeat(65) }, '/login', 'Щонайбільше 64 символи.'],
    [
      { ...user, login: 'Галина' },
      '/login',
      'Лише латинські літери, цифри та знаки . _ - @; починається з літери або цифри.',
    ],
    [{ ...user, name: '  ' }, '/name', 'Поле не може бути порожнім.'],
    [{ ...user, name: 5 }, '/name', 'Тут має бути текст.'],
    [{ login: 'halya', name: 'Галина' }, '/role', 'Обов’язкове поле.'],
    [{ ...user, role: 'boss' }, '/role', 'Дозволені значення: admin, cashier, auditor.'],
    [[user], '', 'Тут має бути об’єкт.'],
  ])('%j', async (body, pointer, detail) => {
    const answer = await admin.post('/users', body)
    expect(answer.status).toBe(400)
    // A number and its word stand on one line: there is a no-break space between them.
    expect(answer.body.errors).toEqual([{ pointer, detail: detail.replace(/(\d) /, '$1\u00a0') }])
  })

  test.each([
    ['limit=0', 'Має бути не менше ніж 1.'],
    ['limit=201', 'Має бути не більше ніж 200.'],
    ['limit=1.5', 'Тут має бути ціле число.'],
    ['limit=abc', 'Тут має бути число.'],
    ['cursor=abc', 'Неправильний курсор: візьміть next_cursor з попередньої сторінки.'],
  ])('?%s', async (query, detail) => {
    const { body } = await admin.get(`/users?${query}`)
    expect(body.errors).toEqual([{ pointer: `?${query.split('=')[0]}`, detail }])
  })
})
