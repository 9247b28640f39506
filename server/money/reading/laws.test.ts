import { describe, expect, test } from 'vitest'
import {
  sampleHeadings,
  sampleLines,
  sampleRows,
  withCell,
  xlsxOf,
  type SampleOptions,
  type SheetCell,
} from '#/test/support/payout-files.ts'
import { readPayout } from './read-payout.ts'

const reading = (options: SampleOptions) => readPayout(xlsxOf(sampleRows(options)), 'реєстр.xlsx')
const refused = (code: string, params: object) => ({ ok: false, refusal: { code, params } })
const wrong = (row: number, what: unknown) => refused('money.line_wrong', { row, what })

const lineOf = (position: number, sums: readonly SheetCell[], ttn: SheetCell = '20450000000101'): SheetCell[] => [
  ...[position, '15.10.2026', ...sums, '', '', ttn],
]

describe('of each line, accepted − commission = transferred', () => {
  test('a line that does not add up is named with its sums', async () => {
    expect(await reading({ lines: withCell(1, 4, 396) })).toEqual(
      wrong(9, 'прийнято 398,00\u{a0}₴ мінус комісія 1,99\u{a0}₴ — це не перераховано 396,00\u{a0}₴'),
    )
  })

  test('a blank commission is none', async () => {
    const lines = [lineOf(1, [100, null, 100])]
    const { ok, ...rest } = await reading({ lines, totals: [null, 'Всього:', 100, null, 100] })
    expect({ ok, ...rest }).toMatchObject({
      ok: true,
      payout: { lines: [{ commission: 0 }], stated: { accepted: 10_000, commission: 0, transferred: 10_000 } },
    })
  })

  test('a returned transfer has all three sums negative', async () => {
    const lines = [lineOf(1, [-100, -1, -99]), lineOf(2, [250, 2.5, 247.5])]
    expect(await reading({ lines, totals: [null, 'Всього:', 150, 1.5, 148.5] })).toMatchObject({
      ok: true,
      payout: { lines: [{ accepted: -10_000, commission: -100, transferred: -9900 }, {}], stated: { commission: 150 } },
    })
  })

  test('a commission that the whole file writes as a deduction is read as withheld, and that is told', async () => {
    const lines = [lineOf(1, [100, -1, 99]), lineOf(2, [-50, 0.5, -49.5])]
    expect(await reading({ lines, totals: [null, 'Всього:', 50, -0.5, 49.5] })).toMatchObject({
      ok: true,
      payout: {
        lines: [{ commission: 100 }, { commission: -50 }],
        stated: { commission: 50 },
        notes: ['Винагороду у файлі записано зі знаком мінус; її прочитано як утриману.'],
      },
    })
  })

  test('a file that writes commissions in both ways is refused', async () => {
    const lines = [lineOf(1, [100, 1, 99]), lineOf(2, [100, -1, 99])]
    expect(await reading({ lines, totals: null })).toMatchObject(
      wrong(9, expect.stringContaining('це не перераховано')),
    )
  })
})

describe('the lines come to what «Всього» says', () => {
  test.each([
    [2, 'Сума прийнятих коштів', [2300, 11.5, 2287.5], '2\u{a0}300,00\u{a0}₴', '2\u{a0}299,00\u{a0}₴'],
    [3, 'Сума утриманої винагороди', [2299, 11.51, 2287.5], '11,51\u{a0}₴', '11,50\u{a0}₴'],
    [4, 'Сума перерахованих коштів', [2299, 11.5, 2287.49], '2\u{a0}287,49\u{a0}₴', '2\u{a0}287,50\u{a0}₴'],
  ])('in column %i', async (_, column, sums, stated, counted) => {
    expect(await reading({ totals: [null, 'Всього:', ...sums] })).toEqual(
      refused('money.totals_differ', { column, stated, counted }),
    )
  })

  test.each(['Всього:', 'ВСЬОГО', 'всього :', 'Разом', 'Усього:', 'Вс\u{44c}\u{6f}г\u{6f}:', 'Всього за реєстром'])(
    'the row is told by its word: %s',
    async (word) => {
      expect(await reading({ totals: [null, word, 2299, 11.5, 2287.49] })).toMatchObject(
        refused('money.totals_differ', {}),
      )
      expect(await reading({ totals: [word, null, 2299, 11.5, 2287.5] })).toMatchObject({ ok: true })
    },
  )

  test('the word may stand in the column of the TTN', async () => {
    const totals = [null, null, 2299, 11.5, 2287.5, null, null, 'Всього']
    expect(await reading({ totals })).toMatchObject({ ok: true, payout: { lines: { length: 3 } } })
  })

  test('a line without a number of its order is a line', async () => {
    expect(await reading({ lines: withCell(0, 8, null) })).toMatchObject({ ok: true, payout: { lines: { length: 3 } } })
  })

  test.each([6, 8])('a buyer or an order that is called «Разом» is a line: column %i', async (column) => {
    expect(await reading({ lines: withCell(0, column, 'Разом') })).toMatchObject({
      ok: true,
      payout: { lines: { length: 3 } },
    })
  })

  test.each<[string, SampleOptions, object]>([
    [
      'a transfer after the totals',
      { after: [lineOf(4, [1, 0, 1])] },
      wrong(12, 'переказ стоїть після рядка «Всього»'),
    ],
    [
      'a TTN in another column after them',
      { after: [['20450000000104']] },
      wrong(12, 'переказ стоїть після рядка «Всього»'),
    ],
    ['sums after them', { after: [[null, null, 1, 0, 1]] }, wrong(12, 'переказ стоїть після рядка «Всього»')],
    [
      'two rows of totals',
      { after: [[null, 'Всього:', 2299, 11.5, 2287.5]] },
      wrong(12, 'рядок «Всього» стоїть двічі'),
    ],
    [
      'a TTN in the row of totals',
      { totals: [null, 'Всього:', 2299, 11.5, 2287.5, '', '', '20450000000104'] },
      wrong(11, 'у рядку «Всього» стоїть ТТН'),
    ],
    [
      'totals without a sum',
      { totals: [null, 'Всього:', null, 11.5, 2287.5] },
      wrong(11, 'немає суми у стовпці «Сума прийнятих коштів»'),
    ],
  ])('%s: refused', async (_, options, expected) => {
    expect(await reading(options)).toEqual(expected)
  })
})

describe('every line is whole', () => {
  test.each<[string, SampleOptions, number, string]>([
    [
      'a TTN without sums',
      { lines: [...sampleLines, [4, '15.10.2026', null, null, null, '', '', '20450000000104']] },
      11,
      'немає суми у стовпці «Сума прийнятих коштів»',
    ],
    ['sums without a TTN', { lines: withCell(1, 7, null) }, 9, 'є сума, а ТТН немає'],
    ['no transferred sum', { lines: withCell(1, 4, null) }, 9, 'немає суми у стовпці «Сума перерахованих коштів»'],
    ['no day', { lines: withCell(1, 1, null) }, 9, 'у стовпці «Дата перерахунку коштів» порожньо, а це не дата'],
    [
      'an impossible day',
      { lines: withCell(1, 1, '31.02.2026') },
      9,
      'у стовпці «Дата перерахунку коштів» «31.02.2026», а це не дата',
    ],
    [
      'a year before NovaPay',
      { lines: withCell(1, 1, '15.10.2014') },
      9,
      'дата 15.10.2014 неможлива: переказ має бути між 2015 і 2027 роком',
    ],
    [
      'a year after the next',
      { lines: withCell(1, 1, '15.10.2028') },
      9,
      'дата 15.10.2028 неможлива: переказ має бути між 2015 і 2027 роком',
    ],
    ['a number of a line left out', { lines: withCell(1, 0, 3) }, 9, 'у стовпці «№» «3», а має бути 2'],
    ['a line without its number', { lines: withCell(1, 0, null) }, 9, 'у стовпці «№» порожньо, а має бути 2'],
    ['a number without a line', { lines: [...sampleLines, [4]] }, 11, 'є номер рядка, а ТТН і сум немає'],
    [
      'a spoilt TTN',
      { lines: withCell(1, 7, '2,0E+13') },
      9,
      'у стовпці «№ ЕН НП» «2,0E+13»: це ТТН, цифри якої зіпсував табличний редактор; візьміть файл із листа без змін',
    ],
    [
      'a formula that was not computed',
      { lines: withCell(1, 2, { xml: '<c r="REF"><f>1+1</f></c>' }) },
      9,
      'у стовпці «Сума прийнятих коштів» формула без збереженого значення: відкрийте файл у табличному редакторі й збережіть його знову',
    ],
    [
      'a sum that reads two ways',
      { lines: withCell(1, 2, '1,234') },
      9,
      'у стовпці «Сума прийнятих коштів» «1,234»: таку суму можна прочитати двояко: тисячі це чи частка гривні',
    ],
    [
      'an impossible day of the list',
      { title: [['Дата:', '31.02.2026']] },
      1,
      'у даті реєстру «31.02.2026», а це не дата реєстру переказів',
    ],
  ])('%s: refused, naming the row', async (_, options, row, what) => {
    expect(await reading(options)).toEqual(wrong(row, what))
  })

  test('an operation that a spreadsheet rounded is refused', async () => {
    const headings = [...sampleHeadings, 'Унікальний обліковий номер фінансової операції']
    const lines = sampleLines.map((row) => row.concat('1,2E+09'))
    expect(await reading({ headings, lines })).toMatchObject(wrong(8, expect.stringContaining('це не номер операції')))
  })

  test('no line at all is refused', async () => {
    expect(await reading({ lines: [], totals: [null, 'Всього:', 0, 0, 0] })).toEqual(refused('money.lines_missing', {}))
  })

  test('a table without days, of a payout list without a day, is refused', async () => {
    const headings = sampleHeadings.with(1, 'Примітка')
    expect(await reading({ title: [], headings })).toMatchObject(
      refused('money.headings_missing', { missing: '«Дата перерахунку коштів»' }),
    )
  })
})
