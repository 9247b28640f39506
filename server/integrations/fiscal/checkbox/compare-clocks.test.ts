import { expect, test } from 'vitest'
import { aheadBy, createClockComparison } from './compare-clocks.ts'

const theirs = Date.parse('2026-03-09T08:00:00Z')
const date = new Headers({ date: new Date(theirs).toUTCString() })
const at = (ms: number) => new Date(theirs + ms)

test.each([
  ['the same second', 0, 999, 0],
  ['a long call around it', -20_000, 20_000, 0],
  ['we are ahead', 90_000, 91_000, 89_000],
  ['we are behind', -91_000, -90_000, -90_000],
  ['a long call does not hide that we are ahead', 3_600_000, 3_630_000, 3_599_000],
])('%s', (_, asked, answered, ahead) => {
  expect(aheadBy(date, at(asked), at(answered))).toBe(ahead)
})

test('an answer without a date, or that a proxy kept, changes nothing', () => {
  const kept = new Headers({ date: new Date(theirs).toUTCString(), age: '600' })
  for (const headers of [new Headers(), new Headers({ date: 'soon' }), kept])
    expect(aheadBy(headers, at(90_000), at(90_000))).toBeNull()
  const { note, aheadMs } = createClockComparison()
  note(date, at(90_000), at(90_000))
  note(kept, at(0), at(0))
  expect(aheadMs()).toBe(89_000)
})
