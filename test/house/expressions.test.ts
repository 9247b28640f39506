import { describe, expect, test } from 'vitest'
import { slowExpressions } from './expressions.ts'
import { readTree } from './source.ts'

const inFile = (text: string, path = 'server/orders/x.ts') => slowExpressions([{ path, text }])

describe('an expression that a long text can make slow is found', () => {
  test.each([
    ['two ways to match the same digits', String.raw`/^[+-]?(?:\d+\.?\d*|\.\d+)$/`],
    ['a repetition in a repetition', '/^(a+)+$/'],
    ['two ways to take one sign', '/^(?:a|a)*$/'],
    ['two repetitions that meet', '/^a*a*$/'],
    ['an end looked for from every sign', String.raw`/\s+$/`],
    ['a bracket looked for from every bracket', String.raw`/"[^"]*"|\[[^\]]*\]/g`],
    ['a digit looked for from every letter', String.raw`/(?=[\w+/=-]*\d)[\w+/=-]{16,}/g`],
  ])('%s', (_name, expression) => {
    expect(inFile(`export const found = (a: string) => ${expression}.test(a)`)).toHaveLength(1)
  })

  test('and one that is made while the service runs, wherever nobody has looked at it', () => {
    expect(inFile('export const found = (a: string) => new RegExp(a)')).toEqual([
      'server/orders/x.ts:1 makes an expression of parts that nobody has looked at',
    ])
  })
})

test('expressions with one way to match are left alone, and so are those of tests', () => {
  const text = String.raw`export const a = [/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/, /(?<!\s)\s+$/, /[\p{C}\s]+/gu, /\d{14}/]`
  expect(inFile(text)).toEqual([])
  expect(inFile(String.raw`export const a = /\s+$/`, 'test/house/a.ts')).toEqual([])
})

test('no expression of the house can be made slow', () => {
  expect(slowExpressions(readTree())).toEqual([])
})
