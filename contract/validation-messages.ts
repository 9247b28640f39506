import { z } from 'zod'
import { pluralize, type Forms } from './plurals.ts'

/**
 * What a person reads about a wrong field. Zod's own Ukrainian locale is ungrammatical («Неправильний адреса»),
 * so the sentences are ours; importing this file makes them the default everywhere.
 */
const symbols: Forms = { one: 'символ', few: 'символи', many: 'символів', other: 'символу' }
const elements: Forms = { one: 'елемент', few: 'елементи', many: 'елементів', other: 'елемента' }

const kinds: Record<string, string> = {
  string: 'текст',
  number: 'число',
  int: 'ціле число',
  boolean: 'true або false',
  array: 'список',
  object: 'об’єкт',
  record: 'об’єкт',
  null: 'null',
}

const formats: Record<string, string> = {
  uuid: 'Неправильний ідентифікатор: очікується UUID.',
  datetime: 'Неправильні дата й час: очікується вигляд 2026-03-09T07:05:00Z.',
  date: 'Неправильна дата: очікується вигляд 2026-03-09.',
  email: 'Неправильна адреса ел. пошти.',
  url: 'Неправильне посилання.',
  base64: 'Очікується рядок Base64.',
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

function bound(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const few = issue.code === 'too_small'
  const limit = Number(few ? issue.minimum : issue.maximum)
  const amount = issue.exact ? 'Рівно' : few ? 'Щонайменше' : 'Щонайбільше'
  if (issue.origin === 'string') {
    if (few && limit === 1) return 'Поле не може бути порожнім.'
    return `${amount} ${pluralize(limit, symbols)}.`
  }
  if (issue.origin === 'array') return `${amount} ${pluralize(limit, elements)}.`
  const than = issue.inclusive ? (few ? 'не менше ніж' : 'не більше ніж') : few ? 'більше ніж' : 'менше ніж'
  return `Має бути ${than} ${limit}.`
}

function message(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Обов’язкове поле.'
      return `Тут має бути ${kinds[issue.expected] ?? 'інше значення'}.`
    case 'too_small':
    case 'too_big':
      return bound(issue)
    case 'invalid_format':
      return formats[issue.format] ?? 'Неправильний формат.'
    case 'invalid_value':
      if (issue.input === undefined) return 'Обов’язкове поле.'
      return `Дозволені значення: ${issue.values.map((value) => String(value)).join(', ')}.`
    case 'unrecognized_keys':
      return 'Невідоме поле.'
    case 'not_multiple_of':
      return `Має ділитися на ${issue.divisor}.`
    default:
      return 'Неправильне значення.'
  }
}

z.config({ customError: message })

interface FieldError {
  pointer: string
  detail: string
}

/** A person corrects a few fields at a time; an answer must not grow with what an attacker sends. */
const mostFieldErrors = 20
const errorForms: Forms = { one: 'помилка', few: 'помилки', many: 'помилок', other: 'помилки' }

/** The refused fields: the place of each as a JSON pointer and the sentence. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const found: FieldError[] = []
  let count = 0
  for (const issue of issues) {
    const place = issue.path.map(toPointer).join('')
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : null
    count += keys?.length ?? 1
    // mutant(without slice): it only spares work, no more of them are answered anyway
    const pointers = keys === null ? [place] : keys.slice(0, mostFieldErrors).map((key) => place + toPointer(key))
    found.push(...pointers.map((pointer) => ({ pointer, detail: issue.message })))
  }
  return shortened(found, count)
}

/** The last of them says how many there are beside those that are named. */
export function shortened(found: readonly FieldError[], count = found.length): FieldError[] {
  if (count <= mostFieldErrors) return [...found]
  const named = found.slice(0, mostFieldErrors - 1)
  return [...named, { pointer: '', detail: `Ще ${pluralize(count - named.length, errorForms)}.` }]
}

/** RFC 6901; a key of the request may be of any length. */
const toPointer = (part: PropertyKey): string =>
  `/${String(part).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`
