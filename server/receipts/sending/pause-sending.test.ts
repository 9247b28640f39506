import { expect, test } from 'vitest'
import { pauseAfter, type Trouble } from './pause-sending.ts'

const pauses = (kind: Trouble['kind'], retry_after_seconds: number | null = null) =>
  [1, 2, 3, 4, 5, 6, 7, 50].map((troubles) => pauseAfter({ kind, retry_after_seconds }, troubles))

test('a provider that cannot be reached is left alone at once, longer each time, up to a minute', () => {
  expect(pauses('unsent')).toEqual([5, 10, 20, 40, 60, 60, 60, 60])
})

test('one or two lost answers hold nobody up, the third in a row does', () => {
  expect(pauses('ambiguous')).toEqual([0, 0, 5, 10, 20, 40, 60, 60])
})

test('what only a person can mend is left alone for a minute', () => {
  expect(new Set(pauses('misconfigured'))).toEqual(new Set([60]))
})

test('what the provider asks for is honoured when it is longer, up to an hour', () => {
  expect(pauses('ambiguous', 30)).toEqual([30, 30, 30, 30, 30, 40, 60, 60])
  expect(new Set(pauses('unsent', 1_000_000))).toEqual(new Set([3_600]))
})
