import { describe, expect, test } from 'vitest'
import { AppError, errors, sentenceOf, type ErrorCode } from './errors.ts'
import { Problem, toProblem } from './problem.ts'

const codes = Object.keys(errors).filter((code): code is ErrorCode => code in errors)
const placeholders = (code: ErrorCode): string[] =>
  [...errors[code].detail.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

describe('every refusal', () => {
  test('has a code of two parts, a status that has a title, and whole Ukrainian sentences', () => {
    for (const code of codes) {
      expect(code).toMatch(/^[a-z_]+\.[a-z_]+$/)
      expect(toProblem(code, 'request-1').title, code).toMatch(/^[А-Я]/)
      const { status, detail } = errors[code]
      expect(status, code).toBeGreaterThanOrEqual(400)
      expect(detail, code).toMatch(/^[А-ЯІЇЄҐ«].*[^.\s]\.$/)
      expect(detail, code).not.toMatch(/\s{2}|!/)
      expect(detail, code).not.toMatch(/: (?:\{detail\}|(?!Checkbox|Нов)\p{Lu}\p{Ll})/u)
    }
  })

  test('has no gap left when its parameters are given', () => {
    for (const code of codes) {
      const params = Object.fromEntries(placeholders(code).map((name) => [name, 7]))
      expect(sentenceOf(code, params), code).not.toMatch(/[{}]/)
    }
  })

  test('becomes a problem as RFC 9457 wants it', () => {
    for (const code of codes) {
      const problem = toProblem(code, 'request-1', { seconds: 3 }, [{ pointer: '/name', detail: 'Обов’язкове поле.' }])
      expect(Problem.parse(problem)).toEqual(problem)
      expect(problem).toMatchObject({
        type: `urn:kasyr:problem:${code}`,
        code,
        status: errors[code].status,
        instance: 'request-1',
        errors: [{ pointer: '/name', detail: 'Обов’язкове поле.' }],
      })
    }
  })
})

describe('a sentence', () => {
  test('is filled with its parameters', () => {
    expect(sentenceOf('request.method_not_allowed', { method: 'PUT', allow: 'GET, POST' })).toBe(
      'Ця адреса не приймає метод PUT. Дозволено: GET, POST.',
    )
  })

  test('takes what a person typed as it is, whatever signs are in it', () => {
    expect(sentenceOf('user.login_taken', { login: '$& {login} $1' })).toBe(
      'Логін «$& {login} $1» уже зайнятий. Виберіть інший.',
    )
  })

  test('begins with a capital also where it begins with what is put in, and nowhere else', () => {
    const detail = 'з’єднання з Новою поштою обірвалося'
    expect(sentenceOf('carrier.busy', { detail })).toBe(
      'Стан посилки поки що не оновлено. З’єднання з Новою поштою обірвалося. Спробуємо ще раз самі.',
    )
    expect(sentenceOf('user.login_taken', { login: 'olena' })).toContain('Логін «olena»')
    expect(sentenceOf('request.method_not_allowed', { method: 'PUT', allow: 'get' })).toContain('Дозволено: get.')
  })

  test('shows the name of a parameter that was forgotten, never «undefined»', () => {
    expect(sentenceOf('user.login_taken')).toBe('Логін «{login}» уже зайнятий. Виберіть інший.')
  })

  test('of a fault of ours names the request, so that it can be found', () => {
    expect(toProblem('server.error', 'request-1').detail).toContain('повідомте код request-1')
  })
})

test('a document that was found is told to programs beside the sentence; what other sentences are filled with is not', () => {
  const params = { provider_id: '0b2f', cash_register: 'Основна', sum: '' }
  expect(toProblem('receipt.document_exists', 'request-1', params)).toMatchObject({ params })
  expect(toProblem('user.login_taken', 'request-1', { login: 'olena' })).not.toHaveProperty('params')
})

test('a problem without wrong fields has no list of them', () => {
  expect(toProblem('auth.required', 'request-1')).not.toHaveProperty('errors')
})

test('a refusal carries its code, parameters and fields, and no text of its own', () => {
  const refusal = new AppError('auth.throttled', { seconds: 5 }, [{ pointer: '/login', detail: 'Зачекайте.' }])
  expect(refusal).toBeInstanceOf(Error)
  expect(refusal).toMatchObject({
    name: 'AppError',
    message: 'auth.throttled',
    code: 'auth.throttled',
    params: { seconds: 5 },
    fields: [{ pointer: '/login', detail: 'Зачекайте.' }],
  })
})
