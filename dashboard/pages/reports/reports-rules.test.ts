import { describe, expect, test } from 'vitest'
import { reportMetrics } from '#/contract/reports.ts'
import { readBehind, readReportView, writeBehind } from '../../addresses/report-view.ts'
import { aMonth, someCharts } from '../../gallery/fixtures/reports.ts'
import { axisLabels, topOf } from './axis.ts'
import { refusalsOf, tellAwaited, tellDays, tellDelays, tellRegisters, tellWaiting, tellWeeks } from './chart-words.ts'
import { periodName, periodOf, rangeOf, stepOf } from './report-period.ts'
import { isMetric, metricGroups } from './report-words.ts'
import { linesOf, totalsOf } from './summary-lines.ts'

const register = '0199f3a2-7c1e-7b11-9003-000000000002'
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('the address of a report', () => {
  test('keeps everything the report depends on', () => {
    const view = {
      report: 'differences',
      from: '2026-10-01',
      to: '2026-10-31',
      step: 'week',
      cash_register_id: register,
      payee_id: 'none',
      shown: 'settled',
      day: '2026-10-05',
      rows: writeBehind({ metric: 'fiscalized', from: '2026-10-01', to: '2026-10-31', payee_id: 'none' }),
    }
    expect(readReportView(view)).toEqual(view)
  })

  test('loses what nobody understands', () => {
    const strange = { report: 'taxes', from: '2026-02-30', step: 'year', payee_id: '1; drop', shown: true, rows: 'x' }
    expect(readReportView(strange)).toEqual({})
    expect(readReportView({ rows: 'fiscalized.2026-02-30.2026-03-01..' })).toEqual({})
  })

  test.each([
    { metric: 'late', from: '2026-10-01', to: '2026-10-31' },
    { metric: 'late', from: '2026-10-01', to: '2026-10-31', cash_register_id: register, payee_id: 'none' },
  ])('brings back the number whose rows are open', (behind) => {
    expect(readBehind(writeBehind(behind))).toEqual(behind)
  })
})

describe('the period', () => {
  test('is the present month unless something is said', () => {
    expect(periodOf({}, '2026-11-17')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  })

  test('with half an end, or turned round, asks for nothing', () => {
    expect(periodOf({ to: '2026-11-30' }, '2026-11-17')).toBe(null)
    expect(periodOf({ from: '2026-12-01', to: '2026-11-30' }, '2026-11-17')).toBe(null)
    expect(rangeOf({ to: '2026-11-30' }, '2026-11-17')).toEqual({ from: undefined, to: '2026-11-30' })
  })

  test('of a year is shown by month, of a month by day, and as it was asked otherwise', () => {
    expect(stepOf({}, { from: '2026-01-01', to: '2026-12-31' })).toBe('month')
    expect(stepOf({}, { from: '2026-01-01', to: '2026-03-03' })).toBe('day')
    expect(stepOf({}, { from: '2026-01-01', to: '2026-03-04' })).toBe('month')
    expect(stepOf({ step: 'all' }, { from: '2026-01-01', to: '2026-12-31' })).toBe('all')
  })

  test.each([
    ['2026-11-16', '2026-11-16', '16.11.2026'],
    ['2026-11-01', '2026-11-30', 'листопад 2026'],
    ['2026-11-01', '2026-11-29', '01.11–29.11.2026'],
    ['2026-01-01', '2026-12-31', '2026 рік'],
    ['2025-12-28', '2026-01-03', '28.12.2025–03.01.2026'],
  ])('from %s to %s is called %s', (from, to, name) => {
    expect(plain(periodName({ from, to }))).toBe(name)
  })
})

describe('the summary', () => {
  test('shows every number that is counted, once', () => {
    expect(metricGroups.flatMap(({ metrics }) => metrics).toSorted()).toEqual([...reportMetrics].toSorted())
    expect(reportMetrics.every(isMetric)).toBe(true)
  })

  test('of a line leads to the rows of that day, register and payee, and what belongs to nobody to those of nobody', () => {
    const lines = linesOf(aMonth('2026-10-01', 1))
    expect(lines[1]?.where).toMatchObject({ from: '2026-10-01', to: '2026-10-01', cash_register_id: register })
    expect(lines.at(-1)?.where).toMatchObject({ cash_register_id: 'none', payee_id: 'none' })
  })

  test('has totals of each payee within the filters that are set, and of all', () => {
    const asked = { from: '2026-10-01', to: '2026-10-31', step: 'day', cash_register_id: register } as const
    const report = aMonth('2026-10-01')
    const totals = totalsOf(report, asked)
    expect(totals.map(({ register: word }) => word)).toEqual(['Разом', 'Разом', 'Разом', 'Усього'])
    expect(totals.every(({ where }) => where.cash_register_id === register)).toBe(true)
    expect(totals.at(-1)?.where.payee_id).toBeUndefined()
    const one = { ...report, payees: report.payees.slice(0, 1) }
    expect(totalsOf(one, asked)).toHaveLength(1)
  })
})

describe('the scale', () => {
  test.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [7, 10],
    [1_711_268, 2_000_000],
    [2_000_001, 5_000_000],
  ])('for %d ends at %d', (tallest, top) => expect(topOf(tallest)).toBe(top))

  const days = (count: number, from = '2026-01-01'): string[] =>
    Array.from({ length: count }, (_, place) =>
      new Date(Date.parse(from) + place * 86_400_000).toISOString().slice(0, 10),
    )

  test('names days of a month, and months of a year', () => {
    expect(axisLabels(days(1), 1).map(({ text }) => text)).toEqual(['01.01'])
    expect(axisLabels(days(31), 1)).toHaveLength(7)
    expect(axisLabels(days(365), 1)).toHaveLength(12)
    expect(axisLabels(days(365), 1).map(({ place }) => place)[1]).toBe(31)
  })

  test('leaves out the name of a month of which there are only a few days', () => {
    expect(axisLabels(days(120, '2026-01-28'), 1)[0]).toMatchObject({ place: 4, isMinor: false })
  })
})

describe('a sentence about a chart', () => {
  const { days, waiting, awaited, weeks, delays, cash_registers } = someCharts('2026-10-05', 14)
  const none = { count: 0, amount: 0 }

  test('tells what there is to see', () => {
    expect(plain(tellDays(days))).toMatch(/^\d+ фіскальн.* чек.* на .* ₴, \d+ переказ.* на .* ₴\. Найбільше чеків — /)
    expect(plain(tellWaiting(waiting))).toBe(
      'Зараз очікують оплати: 67 чеків на 42 948,50 ₴. З них 9 днів і довше — 2 на 1 302,00 ₴.',
    )
    expect(plain(tellAwaited(awaited))).toContain('Покупці заплатили, а грошей ще немає: 16 посилок')
    expect(plain(tellDelays(delays))).toBe(
      '87 % чеків стали фіскальними за годину після оплати, 11 % — за добу, 2 % — пізніше.',
    )
    expect(plain(tellRegisters(cash_registers))).toBe('Найбільше — каса «Основна»: 58 % суми всіх чеків.')
  })

  test('counts refusals in per cent of the parcels that came or were refused', () => {
    expect(refusalsOf({ from: '2026-10-05', received: 90, refused: 10, returned: 0 })).toBe(10)
    expect(refusalsOf({ from: '2026-10-05', received: 0, refused: 0, returned: 0 })).toBe(0)
    expect(plain(tellWeeks(weeks))).toBe(
      'Отримано й оплачено: 133 посилки. Відмов 5, це 4 % посилок. Повернень 1. Найбільше відмов — 6 %, тиждень 12.10–18.10.2026.',
    )
  })

  test('of nothing says so', () => {
    expect(tellDays([{ day: '2026-10-01', receipts: none, accepted: none }])).toContain('немає')
    expect(tellWaiting([{ age: '0–2', ...none }])).toBe('Зараз жоден чек не очікує оплати.')
    expect(tellAwaited([])).toContain('немає')
    expect(tellWeeks([])).toContain('не отримували')
    expect(tellDelays([])).toContain('немає')
    expect(tellRegisters([])).toContain('немає')
  })
})
