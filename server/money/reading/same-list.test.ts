import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf, xlsxOf, type CsvOptions, type SheetCell } from '#/test/support/payout-files.ts'
import { readPayout, type ReadLine, type Reading } from './read-payout.ts'

interface Line {
  ttn: string
  day: number
  accepted: number
  commission: number
  order: string
  operation: number
}

const line: fc.Arbitrary<Line> = fc.record({
  ttn: fc.bigInt({ min: 20_000_000_000_000n, max: 59_999_999_999_999n }).map((ttn) => String(ttn).replace(/0$/, '1')),
  day: fc.integer({ min: 1, max: 28 }),
  accepted: fc.integer({ min: -50_000, max: 40_000_000 }),
  commission: fc.integer({ min: 0, max: 10_000 }),
  order: fc.stringMatching(/^[a-z0-9 /_-]{0,12}$/).map((text) => text.replace(/\s+/g, ' ').trim()),
  operation: fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }),
})

const list = fc.record({
  number: fc.integer({ min: 1, max: 99_999_999 }).map(String),
  day: fc.integer({ min: 1, max: 28 }),
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  hasTotals: fc.boolean(),
})
type List = typeof list extends fc.Arbitrary<infer Value> ? Value : never

/** How one and the same list may be written. */
const writing = fc.record({
  form: fc.constantFrom('xlsx', 'csv'),
  strings: fc.constantFrom('shared' as const, 'inline' as const),
  separator: fc.constantFrom<NonNullable<CsvOptions['separator']>[]>(';', ',', '\t'),
  encoding: fc.constantFrom<NonNullable<CsvOptions['encoding']>[]>('utf-8', 'utf-8-marked', 'windows-1251', 'utf-16le'),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 }),
  spelling: fc.integer({ min: 0, max: 4 }),
  emptyRows: fc.nat({ max: 5 }),
  emptyColumns: fc.nat({ max: 4 }),
  hasGaps: fc.boolean(),
  sums: fc.constantFrom('number', 'point', 'comma', 'grouped'),
  isTtnNumber: fc.boolean(),
  unread: fc.constantFrom('Тариф', 'ПІБ Покупця', 'Настрій'),
})
type Writing = typeof writing extends fc.Arbitrary<infer Value> ? Value : never

const headings = (unread: string): readonly string[] => [
  '№',
  'Дата перерахунку коштів',
  'Сума принятих коштів',
  'Сума утриманої винагороди',
  'Сума перерахованих коштів',
  '№ ЕН НП',
  'Номер замовлення',
  'Унікальний обліковий номер фінансової операції',
  unread,
]

const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => `${text.replaceAll(' ', '\u{a0}')} `,
  (text) => text.replaceAll('о', 'o').replaceAll('і', 'i'),
  (text) => text.replace('принятих', 'прийнятих').replaceAll(' ', '\n'),
]

const dayOf = (day: number): string => `${String(day).padStart(2, '0')}.10.2026`

function sumOf(kopiykas: number, sums: Writing['sums']): SheetCell {
  if (sums === 'number') return kopiykas / 100
  const sign = kopiykas < 0 ? '-' : ''
  const whole = String(Math.floor(Math.abs(kopiykas) / 100))
  const rest = String(Math.abs(kopiykas) % 100).padStart(2, '0')
  if (sums === 'point') return `${sign}${whole}.${rest}`
  return `${sign}${sums === 'grouped' ? whole.replace(/\B(?=(\d{3})+$)/g, '\u{a0}') : whole},${rest}`
}

function rowsOf({ number, day, lines, hasTotals }: List, how: Writing): SheetCell[][] {
  const spelled = spellings[how.spelling] ?? ((text: string) => text)
  const total = (name: 'accepted' | 'commission'): number => lines.reduce((sum, one) => sum + one[name], 0)
  const sums = (accepted: number, commission: number): SheetCell[] =>
    [accepted, commission, accepted - commission].map((sum) => sumOf(sum, how.sums))
  const table: SheetCell[][] = [
    headings(how.unread).map(spelled),
    ...lines.map((one, index) => [
      ...[index + 1, dayOf(one.day), ...sums(one.accepted, one.commission)],
      ...[how.isTtnNumber ? Number(one.ttn) : one.ttn, one.order, one.operation, 'не читається'],
    ]),
    ...(hasTotals ? [[null, 'Всього:', ...sums(total('accepted'), total('commission')), null, null, null, null]] : []),
  ]
  const shuffled = table.map((row) => how.order.flatMap((at) => [...(how.hasGaps ? [null] : []), row[at] ?? null]))
  const title: SheetCell[][] = [[`РЕЄСТР ПЕРЕКАЗІВ №${number}`], ['Дата:', null, dayOf(day)]]
  const margin: SheetCell[] = Array.from({ length: how.emptyColumns }, () => null)
  const blank: SheetCell[][] = Array.from({ length: how.emptyRows }, () => [])
  return [...blank, ...title, ...blank, ...shuffled].map((row) => margin.concat(row))
}

const write = (given: List, how: Writing): Uint8Array =>
  how.form === 'xlsx' ? xlsxOf(rowsOf(given, how), { strings: how.strings }) : csvOf(rowsOf(given, how), how)

const withoutRow = ({ row, ...rest }: ReadLine) => ({ ...rest, isPlaced: row > 0 })

/** Everything but what the way of writing decides: form, rows and notes. */
function withoutWriting(reading: Reading) {
  if (!reading.ok) return reading
  const { number, day, payee_name, account, stated, lines } = reading.payout
  return {
    number,
    day,
    payee_name,
    account,
    stated,
    lines: lines.map(withoutRow),
  }
}

function expected({ number, day, lines, hasTotals }: List) {
  const isoDay = (one: number): string => `2026-10-${String(one).padStart(2, '0')}`
  const read = lines.map((one) => ({
    isPlaced: true,
    ttn: one.ttn,
    day: isoDay(one.day),
    accepted: one.accepted,
    commission: one.commission,
    transferred: one.accepted - one.commission,
    operation_id: String(one.operation),
    order_ref: one.order === '' ? null : one.order,
  }))
  const total = (name: 'accepted' | 'commission' | 'transferred'): number =>
    read.reduce((sum, one) => sum + one[name], 0)
  const stated = { accepted: total('accepted'), commission: total('commission'), transferred: total('transferred') }
  return { number, day: isoDay(day), payee_name: null, account: null, stated: hasTotals ? stated : null, lines: read }
}

test('a payout list is the same however it is written', async () => {
  await fc.assert(
    fc.asyncProperty(list, writing, async (given, how) => {
      expect(withoutWriting(await readPayout(write(given, how), 'реєстр'))).toEqual(expected(given))
    }),
    { numRuns: 200 },
  )
})
