import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, lastLateDay, lateAfter, workingDayAfter } from './rules.ts'

describe('working days', () => {
  test.each([
    ['2026-03-09', 2, '2026-03-11'],
    ['2026-03-12', 2, '2026-03-16'],
    ['2026-03-13', 2, '2026-03-17'],
    ['2026-03-14', 2, '2026-03-17'],
    ['2026-03-15', 1, '2026-03-16'],
    ['2026-03-13', 30, '2026-04-24'],
    ['2026-03-13', 0, '2026-03-13'],
    ['2026-03-15', 0, '2026-03-13'],
  ])('after %s, %d of them end with %s', (start, days, end) => {
    expect(workingDayAfter(start, days)).toBe(end)
  })

  test('are counted one by one, past weekends', () => {
    const isWorking = (day: string) => new Date(day).getUTCDay() % 6 !== 0
    fc.assert(
      fc.property(fc.nat(3_000), fc.nat(40), (from, days) => {
        const start = addDays('2024-01-01', from)
        let end = start
        while (!isWorking(end)) end = addDays(end, -1)
        for (let left = days; left > 0; left -= isWorking(end) ? 1 : 0) end = addDays(end, 1)
        expect(workingDayAfter(start, days)).toBe(end)
      }),
    )
  })
})

test('money is late if it was paid on the last late day or before, and not a day after', () => {
  fc.assert(
    fc.property(fc.nat(3_000), fc.nat(10), (from, late_after_days) => {
      const today = { today: addDays('2024-01-01', from), late_after_days }
      const last = lastLateDay(today)
      expect(lateAfter(last, today) < today.today).toBe(true)
      expect(lateAfter(addDays(last, 1), today) < today.today).toBe(false)
    }),
  )
})

test('without a working day to wait, money paid at a weekend was due on its Friday', () => {
  expect(lastLateDay({ today: '2026-03-14', late_after_days: 0 })).toBe('2026-03-15')
})

test('paid on Thursday with two working days to come, it is due on Monday and late on Tuesday', () => {
  const on = (today: string) => ({ today, late_after_days: 2 })
  expect(lateAfter('2026-03-12', on('2026-03-12'))).toBe('2026-03-16')
  expect([lastLateDay(on('2026-03-16')), lastLateDay(on('2026-03-17'))]).toEqual(['2026-03-11', '2026-03-12'])
})
