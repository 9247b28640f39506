import { describe, expect, test } from 'vitest'
import { parcelOnItsWay } from '#/test/support/tracked-parcel.ts'
import { dueAfter, msSince } from './due-rules.ts'
import type { TrackedParcel } from './tracked-parcel.ts'

const at = new Date('2026-03-09T08:00:00.000Z')
const hour = 3_600_000
const day = 24 * hour
const ago = (ms: number): string => new Date(at.getTime() - ms).toISOString()

/** In minutes, where the shortest time between two questions is one. */
function minutesUntil(changes: Partial<TrackedParcel>): number | null {
  const due = dueAfter({ ...parcelOnItsWay, ...changes }, at, 60)
  return due === null ? null : (Date.parse(due) - at.getTime()) / 60_000
}
/** At the age itself, and a millisecond later. */
const around = (age: number, changes: Partial<TrackedParcel>) =>
  [age, age + 1].map((ms) => minutesUntil({ ...changes, status_since: ago(ms) }))

describe('a parcel is asked about again', () => {
  test.each([
    ['that was refused, for 45 days', 102, 45, 72, null],
    ['that was redirected, often for two days', 104, 2, 3, 72],
    ['that was redirected, for 45 days', 104, 45, 72, null],
    ['whose money is on its way, for 30 days', 10, 30, 72, null],
    ['that the carrier does not know, for 45 days', 3, 45, 12, null],
    ['that moves, often for 90 days', 5, 90, 1, 72],
    ['that was only registered, for 90 days', 1, 90, 3, 72],
  ])('%s', (_which, status_code, days, before, after) => {
    expect(around(days * day, { status_code })).toEqual([before, after])
  })

  test('that was never told of: often within the first hour, then seldomer', () => {
    const untold = { status_code: null, status_since: null }
    expect(minutesUntil({ ...untold, missing_since: null })).toBe(1)
    expect(minutesUntil({ ...untold, missing_since: ago(hour - 1) })).toBe(1)
    expect(minutesUntil({ ...untold, missing_since: ago(hour) })).toBe(3)
  })

  test('by the age of its status, not by when it was missed', () => {
    const refused = { status_code: 102, status_since: ago(0), missing_since: ago(50 * day) }
    expect(minutesUntil(refused)).toBe(72)
  })

  test.each([2, 9, 11, 106])('never, when nothing can follow (code %i)', (status_code) => {
    expect(minutesUntil({ status_code })).toBeNull()
  })
})

describe('a parcel that no key of ours sent', () => {
  test('is asked about twice as seldom each time, never oftener than others of its status', () => {
    const waits = [0, 1, 2, 6, 7, 40].map((foreign_rounds) => minutesUntil({ own: false, foreign_rounds }))
    expect(waits).toEqual([1, 2, 4, 64, 72, 72])
    expect(minutesUntil({ own: false, status_code: 1, foreign_rounds: 1 })).toBe(3)
  })

  test('is given up after 45 days, or as soon as one of ours would be', () => {
    expect(around(45 * day, { own: false, foreign_rounds: 9 })).toEqual([72, null])
    expect(around(30 * day, { own: false, foreign_rounds: 1, status_code: 10 })).toEqual([72, null])
  })

  test('and was received is asked about no more; one whose sender is not known is, for as long as that lasts', () => {
    for (const status_code of [9, 10, 11, 106]) expect(around(400 * day, { own: null, status_code })).toEqual([72, 72])
    expect(around(400 * day, { own: false, status_code: 9 })).toEqual([null, null])
    expect(around(400 * day, { own: null, status_code: 2 })).toEqual([null, null])
  })

  test('is one only once every key was asked', () => {
    expect(minutesUntil({ own: null, foreign_rounds: 5 })).toBe(1)
    expect(minutesUntil({ own: true, foreign_rounds: 5 })).toBe(1)
  })
})

test('what has no beginning has no age', () => {
  expect(msSince(null, at)).toBe(0)
  expect(msSince(ago(17), at)).toBe(17)
})
