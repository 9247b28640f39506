import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toUnits } from './decimal.ts'
import { toInstant } from './kyiv-time.ts'
import { toPhone } from './phone.ts'

describe('hryvnias become kopiykas exactly', () => {
  test.each([
    ['1234.5', 123_450],
    ['1234.50', 123_450],
    ['1234,50', 123_450],
    ['1 234,50', 123_450],
    ['1\u{a0}234,50', 123_450],
    ['1\u{202f}234.50', 123_450],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ['1,234,567.00', 123_456_700],
    ["1'234.50", 123_450],
    [' 99.90 грн ', 9990],
    ['99,9 ₴', 9990],
    ['99.9000', 9990],
    ['1.230', 123],
    ['0', 0],
    ['007.05', 705],
    ['5.', 500],
    [0.1 + 0.2, 30],
    [1.1 + 2.2, 330],
    [19.99, 1999],
    [1.15 * 3, 345],
    [999_999_999.99, 99_999_999_999],
    [250, 25_000],
    [0, 0],
  ])('%s', (given, kopiykas) => {
    expect(toUnits(given, 2)).toBe(kopiykas)
  })

  test.each([
    ['12.345'],
    [12.345],
    [12.3401],
    ['1,234'],
    ['1,230'],
    ['-5'],
    [-5],
    [-0.01],
    ['1e3'],
    ['12.3.4'],
    ['1,2,3'],
    ['десять'],
    ['٣'],
    [''],
    ['.'],
    ['.5'],
    ['0x10'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e21],
    ['9'.repeat(30)],
    [null],
    [undefined],
    [true],
    [[5]],
    [{}],
  ])('%s is no sum', (given) => {
    expect(toUnits(given, 2)).toBeNull()
  })

  test('every sum survives every spelling', () => {
    const spellings = (kopiykas: number) => {
      const whole = String(Math.floor(kopiykas / 100))
      const rest = String(kopiykas % 100).padStart(2, '0')
      const grouped = (sign: string) => whole.replace(/\B(?=(\d{3})+$)/g, sign)
      const texts = [`${whole}.${rest}`, `${whole},${rest}`, `${grouped(' ')},${rest}`, `${grouped(',')}.${rest}`]
      return [...texts, `${grouped('.')},${rest}`, `${whole}.${rest}00`, kopiykas / 100]
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (kopiykas) => {
        for (const spelling of spellings(kopiykas)) expect(toUnits(spelling, 2), String(spelling)).toBe(kopiykas)
      }),
      { numRuns: 2000 },
    )
  })

  test('a sum of floats is the sum of their kopiykas', () => {
    const sums = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 30 })
    fc.assert(
      fc.property(sums, (parts) => {
        const asFloat = parts.reduce((sum, part) => sum + part / 100, 0)
        expect(toUnits(asFloat, 2)).toBe(parts.reduce((sum, part) => sum + part, 0))
      }),
    )
  })

  test('no text at all makes it throw or give anything but a whole number', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.anything()), (given) => {
        const units = toUnits(given, 2)
        expect(units === null || (Number.isSafeInteger(units) && units >= 0)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

test.each([
  ['0.5', 500],
  [0.5, 500],
  ['1', 1000],
  [3, 3000],
  ['0,250', null],
  ['0,25', 250],
  ['1.500', 1500],
  [0.333, 333],
  [0.3333, null],
])('a quantity of %s is %s thousandths', (given, thousandths) => {
  expect(toUnits(given, 3)).toBe(thousandths)
})

describe('times become instants', () => {
  test.each([
    ['2026-01-05T10:20:30Z', '2026-01-05T10:20:30.000Z'],
    ['2026-01-05T10:20:30.123456+02:00', '2026-01-05T08:20:30.123Z'],
    ['2026-01-05T10:20:30-0530', '2026-01-05T15:50:30.000Z'],
    ['2026-01-05 10:20:30', '2026-01-05T08:20:30.000Z'],
    ['2026-07-05 10:20', '2026-07-05T07:20:00.000Z'],
    ['05.07.2026 10:20', '2026-07-05T07:20:00.000Z'],
    ['2026-01-05', '2026-01-04T22:00:00.000Z'],
    ['2026-01-01 00:30:00', '2025-12-31T22:30:00.000Z'],
    // The clocks of 2026 change at 03:00 on 29 March and at 04:00 on 25 October.
    ['2026-03-29 02:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29 03:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29 04:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25 02:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25 03:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 04:00', '2026-10-25T02:00:00.000Z'],
    ['2027-03-28 03:30', '2027-03-28T01:30:00.000Z'],
    [1_767_225_600, '2026-01-01T00:00:00.000Z'],
    ['1767225600', '2026-01-01T00:00:00.000Z'],
    [1_767_225_600_500, '2026-01-01T00:00:00.500Z'],
  ])('%s', (given, instant) => {
    expect(toInstant(given)).toBe(instant)
  })

  // Kyiv, when it was read, and what it is. Of the clock of 2026-10-25 and 2027-10-31 the hour from 03:00 comes twice.
  test.each([
    [
      'in the first of the two hours, read then',
      '2026-10-25 03:30:00',
      '2026-10-25T00:30:05Z',
      '2026-10-25T00:30:00.000Z',
    ],
    ['in the second, read then', '2026-10-25 03:30:00', '2026-10-25T01:30:05Z', '2026-10-25T01:30:00.000Z'],
    ['in either, read in the morning', '2026-10-25 03:30:00', '2026-10-25T06:00:00Z', '2026-10-25T01:30:00.000Z'],
    ['the first moment of them', '2026-10-25 03:00:00', '2026-10-25T01:00:00Z', '2026-10-25T01:00:00.000Z'],
    ['the last moment of them', '2026-10-25 03:59:59', '2026-10-25T01:59:59Z', '2026-10-25T01:59:59.000Z'],
    [
      'in the second, by a clock a minute ahead',
      '2026-10-25 03:30:00',
      '2026-10-25T01:29:00Z',
      '2026-10-25T01:30:00.000Z',
    ],
    ['further ahead it was the first', '2026-10-25 03:30:00', '2026-10-25T01:28:59Z', '2026-10-25T00:30:00.000Z'],
    [
      'with a zone it needs nothing else',
      '2026-10-25T03:30:00+03:00',
      '2026-10-25T06:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    ['before them', '2026-10-25 02:59:59', '2026-10-25T06:00:00Z', '2026-10-24T23:59:59.000Z'],
    ['after them', '2026-10-25 04:00:00', '2026-10-25T06:00:00Z', '2026-10-25T02:00:00.000Z'],
    ['a year later', '2027-10-31 03:30:00', '2027-10-31T01:31:00Z', '2027-10-31T01:30:00.000Z'],
    ['a year later, in the first', '2027-10-31 03:30:00', '2027-10-31T00:31:00Z', '2027-10-31T00:30:00.000Z'],
    ['an hour that was skipped', '2027-03-28 03:30:00', '2027-03-28T06:00:00Z', '2027-03-28T01:30:00.000Z'],
    ['on any other day', '2026-07-05 03:30:00', '2026-07-05T06:00:00Z', '2026-07-05T00:30:00.000Z'],
  ])('%s: %s read at %s', (_what, given, read_at, instant) => {
    expect(toInstant(given, new Date(read_at))).toBe(instant)
  })

  test.each(['2026-10-25', '2027-10-31'])(
    'both hours of %s, minute by minute, are what the clock in Kyiv shows',
    (day) => {
      const kyiv = new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'Europe/Kyiv',
        dateStyle: 'short',
        timeStyle: 'medium',
      })
      for (let at = Date.parse(`${day}T00:00:00Z`); at < Date.parse(`${day}T02:00:00Z`); at += 60_000) {
        const shown = kyiv.format(at)
        expect(toInstant(shown, new Date(at)), `${shown}, read at once`).toBe(new Date(at).toISOString())
      }
    },
  )

  test.each([
    ['учора'],
    ['2026-02-31 10:00'],
    ['2026-13-01'],
    ['31.02.2026'],
    ['2026-01-05 25:00'],
    ['0000-00-00 00:00:00'],
    ['1926-01-05'],
    [12],
    [Number.NaN],
    [null],
    [{}],
    ['2026-01-05 10:20 Kyiv'],
  ])('%s is no time', (given) => {
    expect(toInstant(given)).toBeNull()
  })
})

test.each([
  ['+38 (050) 123-45-67', '380501234567'],
  ['0501234567', '380501234567'],
  ['80501234567', '380501234567'],
  ['501234567', '380501234567'],
  ['00380501234567', '380501234567'],
  [380_501_234_567, '380501234567'],
  [['', '050 123 45 67', '0671112233'], '380501234567'],
  ['050 123 45 67, 067 111 22 33', '380501234567'],
  [['12', '0671112233'], '380671112233'],
  ['+48 501 234 567', '48501234567'],
  ['12-34', '1234'],
  ['немає', ''],
  [null, ''],
  [[], ''],
  [{ number: '0501234567' }, ''],
])('the phone %j is %s', (given, phone) => {
  expect(toPhone(given)).toBe(phone)
})
