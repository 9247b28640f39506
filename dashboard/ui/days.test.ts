import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAuditView } from '../addresses/audit-view.ts'
import { readSearch } from '../addresses/order-view.ts'
import { toChips } from '../pages/orders/filter-chips.ts'
import { fullDay, monthName, shortWeekDay, weekDay } from './calendar-words.ts'
import { isDay, writeDay } from './day-text.ts'
import { dayFaultWords } from './day-words.ts'
import {
  addDays,
  addMonths,
  isTurned,
  quickRanges,
  startOfWeek,
  toKyivDay,
  weeksOfMonth,
  withinYears,
  type QuickRange,
} from './days.ts'
import { readDay } from './read-day.ts'

const aDay = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10))

describe('a day that is typed', () => {
  test.each([
    ['09.03.2026', '2026-03-09'],
    ['9.3.2026', '2026-03-09'],
    ['9.3.26', '2026-03-09'],
    ['09/03/2026', '2026-03-09'],
    ['9/3/26', '2026-03-09'],
    ['09-03-2026', '2026-03-09'],
    ['09,03,2026', '2026-03-09'],
    ['09 03 2026', '2026-03-09'],
    ['9\u00a03\u00a02026', '2026-03-09'],
    ['09. 03. 2026', '2026-03-09'],
    ['  09.03.2026. ', '2026-03-09'],
    ['\u200e09.03.2026\u200e', '2026-03-09'],
    ['09032026', '2026-03-09'],
    ['090326', '2026-03-09'],
    ['2026-03-09', '2026-03-09'],
    ['29.02.2028', '2028-02-29'],
    ['1.1.00', '2000-01-01'],
    ['31.12.99', '2099-12-31'],
  ])('%j is %s', (typed, day) => {
    expect(readDay(typed)).toEqual({ day })
  })

  test.each([
    ['завтра', 'Введіть день, місяць і рік, наприклад 09.03.2026'],
    ['09.03', 'Введіть день, місяць і рік, наприклад 09.03.2026'],
    ['9.3.6', 'Введіть день, місяць і рік, наприклад 09.03.2026'],
    ['9.3.202', 'Введіть день, місяць і рік, наприклад 09.03.2026'],
    ['9.3.20266', 'Введіть день, місяць і рік, наприклад 09.03.2026'],
    ['-9.3.2026', 'Введіть день, місяць і рік, наприклад 09.03.2026'],
    ['09.03.2026 14:05', 'Введіть день, місяць і рік, наприклад 09.03.2026'],
    ['9032026', 'Введіть день, місяць і рік, наприклад 09.03.2026'],
    // The American order is told, never guessed.
    ['11/16/2026', 'У році 12 місяців: перевірте місяць'],
    ['09.00.2026', 'У році 12 місяців: перевірте місяць'],
    ['31.04.2026', 'У цьому місяці 30\u00a0днів: перевірте день'],
    ['29.02.2026', 'У цьому місяці 28\u00a0днів: перевірте день'],
    ['00.03.2026', 'У цьому місяці 31\u00a0день: перевірте день'],
    ['09.03.1926', 'Рік має бути від 2000 до 2099: перевірте рік'],
    ['09.03.0026', 'Рік має бути від 2000 до 2099: перевірте рік'],
    ['09.03.2206', 'Рік має бути від 2000 до 2099: перевірте рік'],
  ])('%j is none, and one sentence says why', (typed, words) => {
    const read = readDay(typed)
    expect('fault' in read ? dayFaultWords(read) : read).toBe(words)
  })

  test('is read back from the way it is shown, whatever day it is', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        expect(readDay(writeDay(day))).toEqual({ day })
      }),
    )
  })

  test('is a day of the calendar or a fault, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const read = readDay(typed)
        expect('fault' in read || isDay(read.day)).toBe(true)
      }),
    )
  })
})

describe('today', () => {
  test.each([
    ['half past eleven at night in winter', '2026-01-15T21:30:00Z', '2026-01-15'],
    ['midnight in winter', '2026-01-15T22:00:00Z', '2026-01-16'],
    ['half past eleven at night in summer', '2026-07-15T20:30:00Z', '2026-07-15'],
    ['midnight in summer', '2026-07-15T21:00:00Z', '2026-07-16'],
    ['the last second before the day of 23 hours', '2026-03-28T21:59:59Z', '2026-03-28'],
    ['the first second after it', '2026-03-29T21:00:00Z', '2026-03-30'],
    ['the last second of the day of 25 hours', '2026-10-25T21:59:59Z', '2026-10-25'],
    ['the last second of a year', '2026-12-31T21:59:59Z', '2026-12-31'],
  ])('is the day of Kyiv: %s', (_when, moment, day) => {
    expect(toKyivDay(new Date(moment))).toBe(day)
  })
})

describe('a quick range', () => {
  const ranges = (moment: string) => (name: QuickRange) => {
    const { from, to } = quickRanges[name](toKyivDay(new Date(moment)))
    return `${from} – ${to}`
  }

  test('of a Monday begins its week with that day, and yesterday is a Sunday', () => {
    const of = ranges('2026-11-16T12:00:00Z')
    expect(of('this_week')).toBe('2026-11-16 – 2026-11-22')
    expect(of('yesterday')).toBe('2026-11-15 – 2026-11-15')
  })

  test('of a Sunday still means the week that began six days before', () => {
    expect(ranges('2026-11-22T12:00:00Z')('this_week')).toBe('2026-11-16 – 2026-11-22')
  })

  test('of the first of a month: this month is the new one, yesterday and the last month are before it', () => {
    const of = ranges('2026-03-01T12:00:00Z')
    expect(of('today')).toBe('2026-03-01 – 2026-03-01')
    expect(of('yesterday')).toBe('2026-02-28 – 2026-02-28')
    expect(of('this_week')).toBe('2026-02-23 – 2026-03-01')
    expect(of('this_month')).toBe('2026-03-01 – 2026-03-31')
    expect(of('last_month')).toBe('2026-02-01 – 2026-02-28')
  })

  test('of the last of a month, whose number the month before does not have', () => {
    expect(ranges('2026-03-31T12:00:00Z')('last_month')).toBe('2026-02-01 – 2026-02-28')
    expect(ranges('2028-03-31T12:00:00Z')('last_month')).toBe('2028-02-01 – 2028-02-29')
  })

  test('of the first of January: the last month and yesterday are of the year before', () => {
    const of = ranges('2027-01-01T12:00:00Z')
    expect(of('last_month')).toBe('2026-12-01 – 2026-12-31')
    expect(of('yesterday')).toBe('2026-12-31 – 2026-12-31')
    expect(of('this_week')).toBe('2026-12-28 – 2027-01-03')
  })

  test('loses and gains no day where the clocks change', () => {
    // Half past midnight on Monday after the day of 23 hours.
    const spring = ranges('2026-03-29T21:30:00Z')
    expect(spring('yesterday')).toBe('2026-03-29 – 2026-03-29')
    expect(spring('this_week')).toBe('2026-03-30 – 2026-04-05')
    // Half past eleven at night of the day of 25 hours.
    const autumn = ranges('2026-10-25T21:30:00Z')
    expect(autumn('today')).toBe('2026-10-25 – 2026-10-25')
    expect(autumn('this_week')).toBe('2026-10-19 – 2026-10-25')
    expect(autumn('this_month')).toBe('2026-10-01 – 2026-10-31')
  })
})

describe('the calendar', () => {
  test('speaks Ukrainian, begins weeks on Monday, and shows a month week by week', () => {
    const week = weeksOfMonth('2026-11-16')[2]?.map((day) => day ?? '')
    expect(week?.map(shortWeekDay)).toEqual(['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'нд'])
    expect(weekDay('2026-11-16')).toBe('понеділок')
    expect(monthName('2026-11-16')).toBe('листопад')
    expect(fullDay('2026-11-16')).toBe('понеділок, 16 листопада 2026 р.')
    expect(weeksOfMonth('2026-11-16')).toHaveLength(6)
    expect(weeksOfMonth('2026-11-16')[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeksOfMonth('2027-02-10')).toHaveLength(4)
  })

  test('has every day of a month once, each below its own day of the week', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        const weeks = weeksOfMonth(day)
        const days = weeks.flat().filter((one) => one !== null)
        expect(days).toEqual([...new Set(days)].toSorted())
        expect(days[0]).toBe(`${day.slice(0, 7)}-01`)
        expect(addDays(days.at(-1) ?? '', 1).slice(8)).toBe('01')
        const expected = weeks.map((week) => week.map((one, place) => one && addDays(startOfWeek(one), place)))
        expect(weeks).toEqual(expected)
      }),
    )
  })

  test('turns months without leaping over a short one, and ends with the years that can be typed', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
    expect(withinYears(addDays('2099-12-31', 1))).toBe('2099-12-31')
    expect(withinYears(addMonths('2000-01-31', -1))).toBe('2000-01-01')
    expect(withinYears('2026-03-09')).toBe('2026-03-09')
  })
})

test('a range is the wrong way round only when both ends are given and the first is later', () => {
  expect(isTurned({ from: '2026-03-10', to: '2026-03-09' })).toBe(true)
  expect(isTurned({ from: '2026-03-09', to: '2026-03-09' })).toBe(false)
  expect(isTurned({ from: '2026-03-10', to: undefined })).toBe(false)
  expect(isTurned({ from: undefined, to: '2026-03-09' })).toBe(false)
})

test.each(['2026-02-30', '2026-13-01', '2026-00-10', '0000-01-01', '2026-3-9', '09.03.2026', '2026-03-09T00:00:00Z'])(
  'a link with the day %s, which the server would refuse, leads to the list without it and to no error',
  (from) => {
    expect(readSearch({ from, to: '2026-03-31' })).toEqual({ to: '2026-03-31' })
    expect(readAuditView({ from, to: '2026-03-31' })).toEqual({ to: '2026-03-31' })
  },
)

test('a day of an address is told as it is, in whatever zone the page is read', () => {
  const search = readSearch({ from: '1999-12-31', to: '2028-02-29' })
  expect(toChips({ tab: 'no_receipt', ...search }, []).map(({ label }) => label)).toEqual([
    'Від 31.12.1999',
    'До 29.02.2028',
  ])
})

test('no field of the dashboard is one whose dates the browser writes in its own language', () => {
  const root = new URL('../../', import.meta.url).pathname
  const files = globSync('dashboard/**/*.tsx', { cwd: root, exclude: ['dashboard/dist/**'] })
  expect(files.length).toBeGreaterThan(100)
  const native = /type=(\{\s*)?['"](date|datetime-local|month|week|time)['"]/
  expect(files.filter((file) => native.test(readFileSync(root + file, 'utf8')))).toEqual([])
})
