import { expect, test } from 'vitest'
import { withConstants, type Constant } from './named-constants.ts'

const filled = (text: string, constants: Record<string, Constant>): string | undefined =>
  withConstants(new Map([['a.sql', text]]), constants).get('a.sql')

test('numbers, words and lists stand where they are named', () => {
  const constants = { code: 2, url: "it's", codes: [9, 10], states: ['cancelled', 'failed'] }
  expect(filled('= :code, ~ :url, in (:codes), in (:states), = :code', constants)).toBe(
    "= 2, ~ 'it''s', in (9, 10), in ('cancelled', 'failed'), = 2",
  )
})

test('casts, assignments, JSON and times are left alone', () => {
  const text = `a::text, b := 1, ',"parcel":null', 'HH24:MI', :code`
  expect(filled(text, { code: 2 })).toBe(`a::text, b := 1, ',"parcel":null', 'HH24:MI', 2`)
})

test('a name without a constant is a mistake, and is named with its file', () => {
  expect(() => filled('in (:other_codes)', {})).toThrow('a.sql: there is no constant :other_codes')
})

test('a constant that no text names is a mistake', () => {
  expect(() => filled(':code', { code: 2, left: 3, right: 4 })).toThrow('no SQL names :left, :right')
})
