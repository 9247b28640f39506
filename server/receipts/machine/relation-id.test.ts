import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOfOrder, numberIn, toRelationId } from './relation-id.ts'

test.each(['1', '84211', 'ЗАМ-84211', '№ 7', '1'.repeat(100)])(
  'of order %s is found again in its relation, and no two are alike',
  (number) => {
    const relations = Array.from({ length: 200 }, () => toRelationId(number))
    expect(new Set(relations).size).toBe(200)
    for (const relation of relations) expect(relation.startsWith(`${number.replaceAll(' ', '-')}-`)).toBe(true)
  },
)

test('whatever the number is, the relation has from 10 to 256 characters and nothing that could lead an address astray', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (number) => {
      const relation = toRelationId(number)
      expect(relation.length).toBeGreaterThanOrEqual(10)
      expect(relation.length).toBeLessThanOrEqual(256)
      expect(relation).not.toMatch(/[\s/\\?#%\p{Cc}]/u)
      expect(relation.isWellFormed()).toBe(true)
    }),
  )
})

test('a relation tells the number of its order, and is of no order whose number is another', () => {
  const number = fc.string({ unit: fc.constantFrom('1', '2', '-', 'a', 'Я', ' '), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(number, number, (one, other) => {
      const [relation, written] = [toRelationId(one), numberIn(toRelationId(other))]
      expect(numberIn(relation) ?? '').toBe(/[12aЯ]/.test(one) ? one.replaceAll(/ +/g, '-') : '')
      fc.pre(written !== null)
      expect(isOfOrder(written, relation)).toBe(numberIn(relation) === written)
    }),
  )
})

test.each([
  ['12', '12-abcdefg', true],
  ['12', '123-abcdef', false],
  ['12', '12-3-abcdef', false],
  ['12', '12-abcde2', false],
  ['12', '12--abcdefg', false],
  ['12', '112-abcdef', false],
  ['84211', '84211-abc234', true],
  ['84211', '84211-abc2340', false],
  ['1234567890', '1234567890', true],
  ['1234567890', '1234567890-1', false],
  ['84211', '84211 (аванс)', true],
  ['84211', '84211-передоплата', true],
  ['84211', '84211передоплата', false],
  ['84211', '1717502471', false],
])('order %s and the relation %s: %s', (number, relation, isIts) => {
  expect(isOfOrder(number, relation)).toBe(isIts)
})
