import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AuditQuery } from './audit.ts'
import { LoginRequest } from './auth.ts'
import { CreateUserRequest, EditUserRequest } from './users.ts'
import { fieldErrors, shortened } from './validation-messages.ts'

const errorsOf = (schema: z.ZodType, value: unknown): { pointer: string; detail: string }[] =>
  fieldErrors(schema.safeParse(value).error?.issues ?? [])
const sentenceOf = (schema: z.ZodType, value: unknown): string | undefined =>
  errorsOf(schema, value)[0]?.detail.replaceAll('\u00a0', ' ')

describe('a person reads', () => {
  test.each<[string, z.ZodType, unknown]>([
    ['Обов’язкове поле.', z.object({ name: z.string() }), {}],
    ['Обов’язкове поле.', z.object({ role: z.enum(['admin', 'cashier']) }), {}],
    ['Тут має бути текст.', z.string(), 5],
    ['Тут має бути число.', z.number(), 'п’ять'],
    ['Тут має бути число.', z.coerce.number(), 'п’ять'],
    ['Тут має бути ціле число.', z.int(), 1.5],
    ['Тут має бути true або false.', z.boolean(), 'так'],
    ['Тут має бути список.', z.array(z.string()), {}],
    ['Тут має бути об’єкт.', z.object({}), []],
    ['Тут має бути об’єкт.', z.record(z.string(), z.string()), 'x'],
    ['Тут має бути null.', z.null(), 0],
    ['Тут має бути інше значення.', z.bigint(), 'x'],
    ['Поле не може бути порожнім.', z.string().min(1), ''],
    ['Щонайменше 2 символи.', z.string().min(2), 'x'],
    ['Щонайменше 12 символів.', z.string().min(12), 'x'],
    ['Щонайбільше 1 символ.', z.string().max(1), 'xy'],
    ['Щонайбільше 21 символ.', z.string().max(21), 'x'.repeat(22)],
    ['Рівно 14 символів.', z.string().length(14), '2045'],
    ['Рівно 14 символів.', z.string().length(14), '2'.repeat(15)],
    ['Щонайменше 1 елемент.', z.array(z.int()).min(1), []],
    ['Щонайбільше 2 елементи.', z.array(z.int()).max(2), [1, 2, 3]],
    ['Рівно 5 елементів.', z.array(z.int()).length(5), [1]],
    ['Має бути не менше ніж 1.', z.number().min(1), 0],
    ['Має бути не більше ніж 200.', z.number().max(200), 201],
    ['Має бути більше ніж 0.', z.number().positive(), 0],
    ['Має бути менше ніж 10.', z.number().lt(10), 10],
    ['Має ділитися на 5.', z.number().multipleOf(5), 7],
    ['Неправильний ідентифікатор: очікується UUID.', z.uuid(), '42'],
    ['Неправильні дата й час: очікується вигляд 2026-03-09T07:05:00Z.', z.iso.datetime(), '09.03.2026'],
    ['Неправильна дата: очікується вигляд 2026-03-09.', z.iso.date(), '09.03.2026'],
    ['Неправильна адреса ел. пошти.', z.email(), 'olena'],
    ['Неправильне посилання.', z.url(), 'olena'],
    ['Очікується рядок Base64.', z.base64(), '*'],
    ['Неправильний формат.', z.string().regex(/^\d+$/), 'x'],
    ['Дозволені значення: admin, cashier.', z.enum(['admin', 'cashier']), 'root'],
    ['Дозволені значення: 1.', z.literal(1), 2],
    ['Неправильне значення.', z.union([z.int(), z.boolean()]), 'x'],
    ['Вкажіть хоча б одне поле, яке треба змінити.', EditUserRequest, {}],
  ])('«%s»', (sentence, schema, value) => {
    expect(sentenceOf(schema, value)).toBe(sentence)
  })
})

describe('a wrong field is told with its place', () => {
  test('as a JSON pointer, also inside lists', () => {
    const schema = z.object({ goods: z.array(z.object({ price: z.int() })) })
    expect(errorsOf(schema, { goods: [{ price: 1 }, { price: 'x' }] })).toEqual([
      { pointer: '/goods/1/price', detail: 'Тут має бути число.' },
    ])
  })

  test('each unknown field by itself', () => {
    const body = { login: 'olena', password: 'x', admin: true, role: 'admin' }
    expect(errorsOf(LoginRequest, body)).toEqual([
      { pointer: '/admin', detail: 'Невідоме поле.' },
      { pointer: '/role', detail: 'Невідоме поле.' },
    ])
  })

  test('with the signs of RFC 6901 in names somebody made up, and cut when they are endless', () => {
    const schema = z.strictObject({})
    expect(errorsOf(schema, { 'a/b~c': 1 })[0]?.pointer).toBe('/a~1b~0c')
    expect(errorsOf(schema, { ['x'.repeat(5_000)]: 1 })[0]?.pointer).toHaveLength(101)
  })

  describe('twenty at the most', () => {
    const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))
    const named = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ pointer: `/f${index}`, detail: 'Невідоме поле.' }))
    const spaced = (errors: ReturnType<typeof errorsOf>) =>
      errors.map(({ pointer, detail }) => ({ pointer, detail: detail.replaceAll('\u00a0', ' ') }))

    test('each by itself while there is room', () => {
      expect(errorsOf(z.strictObject({}), unknown(20))).toEqual(named(20))
    })

    test('from the twenty-first on the last line says how many more there are, of no field of its own', () => {
      const told = (count: number) => spaced(errorsOf(z.strictObject({}), unknown(count)))
      expect(told(21)).toEqual([...named(19), { pointer: '', detail: 'Ще 2 помилки.' }])
      expect(told(1_000)).toEqual([...named(19), { pointer: '', detail: 'Ще 981 помилка.' }])
    })

    test('unknown fields and wrong ones counted together', () => {
      const schema = z.strictObject({ ids: z.array(z.int()) })
      const told = spaced(errorsOf(schema, { ids: ['a', 'b', 'c'], ...unknown(30) }))
      expect(told).toHaveLength(20)
      expect(told.slice(0, 4).map(({ pointer }) => pointer)).toEqual(['/ids/0', '/ids/1', '/ids/2', '/f0'])
      expect(told.at(-1)?.detail).toBe('Ще 14 помилок.')
    })

    test('texts that cannot be stored too', () => {
      expect(shortened(named(20))).toEqual(named(20))
      expect(spaced(shortened(named(22))).at(-1)).toEqual({ pointer: '', detail: 'Ще 3 помилки.' })
    })
  })

  test('all of them at once', () => {
    expect(errorsOf(CreateUserRequest, { login: 'Ї', role: 'root' }).map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/login', '/name', '/role']),
    )
  })

  test('in whole sentences, whatever is wrong', () => {
    const wrong = [
      ...errorsOf(CreateUserRequest, { login: 'Ї', name: '', role: 1, password: 'x', extra: 1 }),
      ...errorsOf(AuditQuery, { actor: '', action: 'x', subject: '', from: 'x', limit: 0, cursor: 1 }),
    ]
    expect(wrong.length).toBeGreaterThan(9)
    for (const { detail } of wrong) expect(detail).toMatch(/^[А-ЯІЇЄҐ].*\.$/)
  })
})
