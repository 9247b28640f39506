import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toKopiykas } from './amounts.ts'
import { dayOfSerial, dayOfText } from './dates.ts'
import { readFileName } from './file-name.ts'
import type { Cell } from './table.ts'
import { toTtnOfCell } from './ttn-of-cell.ts'

const text = (value: string): Cell => ({ kind: 'text', text: value })
const number = (value: string): Cell => ({ kind: 'number', text: value })

describe('a sum', () => {
  test.each([
    ['1250', 125_000],
    ['6.25', 625],
    ['-6.25', -625],
    ['0', 0],
    ['-0', 0],
    ['1.25E3', 125_000],
    ['0.30000000000000004', 30],
    ['2287.4999999999995', 228_750],
    ['7999999999.99', 799_999_999_999],
  ])('in a cell of numbers: %s', (given, kopiykas) => {
    expect(toKopiykas(number(given))).toBe(kopiykas)
  })

  test.each([
    ['1739.00', 173_900],
    ['1739', 173_900],
    ['5 840,00', 584_000],
    ['5\u{a0}840,00', 584_000],
    ['4,760.00', 476_000],
    ['4.760,00', 476_000],
    ['1,234,567.89', 123_456_789],
    ["1'234.50", 123_450],
    ['-12,50', -1250],
    ['\u{2212}12,50', -1250],
    ['- 12,50', -1250],
    ['99,90 грн', 9990],
    ['12,5', 1250],
  ])('in a cell of text: %s', (given, kopiykas) => {
    expect(toKopiykas(text(given))).toBe(kopiykas)
  })

  test.each([
    [text('1,234'), 'ambiguous'],
    [text('1.234'), 'ambiguous'],
    [text('-1.230'), 'ambiguous'],
    [text('12 50'), 'no_sum'],
    [text('1 2345,00'), 'no_sum'],
    [text('1,2,3'), 'no_sum'],
    [text('1e3'), 'no_sum'],
    [text('(5,00)'), 'no_sum'],
    [text('5,00-'), 'no_sum'],
    [text('--5'), 'no_sum'],
    [text('п’ять'), 'no_sum'],
    [text('-'), 'no_sum'],
    [text('12.3456'), 'part_of_kopiyka'],
    [text('9999999999999'), 'beyond_bounds'],
    [number('12.345'), 'part_of_kopiyka'],
    [number('0.001'), 'part_of_kopiyka'],
    [number('1e300'), 'beyond_bounds'],
    [number('1e999'), 'beyond_bounds'],
    [{ kind: 'date', day: '2026-10-15' }, 'no_sum'],
    [{ kind: 'boolean', text: 'ІСТИНА' }, 'no_sum'],
    [{ kind: 'error', text: '#REF!' }, 'no_sum'],
    [{ kind: 'uncomputed' }, 'uncomputed'],
  ] satisfies [Cell, string][])('%o is none', (cell, trouble) => {
    expect(toKopiykas(cell)).toBe(trouble)
  })

  test('survives every spelling, with its sign', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (kopiykas) => {
        const whole = String(Math.floor(Math.abs(kopiykas) / 100))
        const rest = String(Math.abs(kopiykas) % 100).padStart(2, '0')
        const sign = kopiykas < 0 ? '-' : ''
        const grouped = (by: string) => whole.replace(/\B(?=(\d{3})+$)/g, by)
        const texts = [`${whole}.${rest}`, `${whole},${rest}`, `${grouped(' ')},${rest}`, `${grouped(',')}.${rest}`]
        for (const spelling of texts) expect(toKopiykas(text(sign + spelling)), spelling).toBe(kopiykas)
        expect(toKopiykas(number(String(kopiykas / 100)))).toBe(kopiykas)
      }),
    )
  })
})

describe('a day', () => {
  test.each([
    ['15.10.2026', '2026-10-15'],
    ['5.1.2026', '2026-01-05'],
    ['15.10.2026 0:00:00', '2026-10-15'],
    ['15.10.2026 р.', '2026-10-15'],
    ['2026-10-15', '2026-10-15'],
    ['2026-10-15T00:00:00', '2026-10-15'],
    ['29.02.2024', '2024-02-29'],
    ['29.02.2026', null],
    ['31.11.2026', null],
    ['00.10.2026', null],
    ['15.10.26', null],
    ['10/15/2026', null],
    ['15-10-2026', null],
    ['15 жовтня 2026', null],
    ['46310', null],
    ['', null],
  ])('%s', (given, day) => {
    expect(dayOfText(given)).toBe(day)
  })

  test('of a date cell is counted from 1900 or from 1904', () => {
    expect(dayOfSerial(46_310, false)).toBe('2026-10-15')
    expect(dayOfSerial(46_310.75, false)).toBe('2026-10-15')
    expect(dayOfSerial(44_848, true)).toBe('2026-10-15')
    expect(dayOfSerial(-1, false)).toBeNull()
    expect(dayOfSerial(1e9, false)).toBeNull()
    expect(dayOfSerial(Number.NaN, false)).toBeNull()
  })
})

describe('a TTN', () => {
  test.each([
    [text('20450000000101'), '20450000000101', false],
    [text(' 20 4500 0000 0101 '), '20450000000101', false],
    [text('20-4500-0000-0101'), '20450000000101', false],
    [text('="20450000000101"'), '20450000000101', false],
    [text("'20450000000101"), '20450000000101', false],
    [number('20450000000101'), '20450000000101', false],
    [number('2.0450000000101E13'), '20450000000101', false],
    [text('RB123456789UA'), 'RB123456789UA', true],
    [text('204500000001'), '204500000001', true],
    [text('20450000000000'), '20450000000000', true],
  ] satisfies [Cell, string, boolean][])('%o', (cell, ttn, isOdd) => {
    expect(toTtnOfCell(cell)).toEqual({ ttn, isOdd })
  })

  test.each([
    [text('2,0E+13'), 'spoilt'],
    [text('2.045E+13'), 'spoilt'],
    [text('2E13'), 'spoilt'],
    [number('2.0E+13'), 'spoilt'],
    [number('2045000000010.5'), 'spoilt'],
    [number('1e20'), 'spoilt'],
    [number('-20450000000101'), 'spoilt'],
    [text('замовлення'), 'no_ttn'],
    [text('1234567'), 'no_ttn'],
    [text('20450000000101, 20450000000102'), 'no_ttn'],
    [text('9'.repeat(37)), 'no_ttn'],
    [{ kind: 'date', day: '2026-10-15' }, 'no_ttn'],
    [{ kind: 'uncomputed' }, 'no_ttn'],
  ] satisfies [Cell, string][])('%o is none', (cell, trouble) => {
    expect(toTtnOfCell(cell)).toBe(trouble)
  })
})

describe('the name of a file', () => {
  test.each([
    ['Реєстр платежів контрагента Вигаданий І.І. ФОП № 40000017 від 5 жовтня 2026 р.XLSX', '40000017', '2026-10-05'],
    ['Реєстр_платежів_ФОП_№_40000017_від_15_грудня_2026_р.XLSX', '40000017', '2026-12-15'],
    ['Реєстр № 40000017 від 15.10.2026.xlsx', '40000017', '2026-10-15'],
    ['Реєстр №40000017.xlsx', '40000017', null],
    ['Реєстр № 40000017 від 31 лютого 2026 р.xlsx', '40000017', null],
    ['Реєстр № 40000017 від 15 жовтня 1926 р.xlsx', '40000017', null],
    ['Реєстр переказів з 2026-10-01 до 2026-10-31.xlsx', null, null],
    ['..\\..\\registry.xlsx', null, null],
    ['', null, null],
  ])('%s', (name, number, day) => {
    expect(readFileName(name)).toEqual({ number, day })
  })
})
