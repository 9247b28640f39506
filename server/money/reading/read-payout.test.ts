import { describe, expect, test } from 'vitest'
import {
  csvOf,
  sampleHeadings,
  sampleLines,
  sampleRows,
  sampleTitle,
  withCell,
  xlsxOf,
  type SampleOptions,
  type SheetRows,
} from '#/test/support/payout-files.ts'
import { readPayout, type ReadPayout, type Reading } from './read-payout.ts'

const fileName = 'реєстр.xlsx'

async function read(rows: SheetRows, name = fileName): Promise<ReadPayout> {
  return taken(await readPayout(xlsxOf(rows), name))
}

function taken(reading: Reading): ReadPayout {
  if (!reading.ok) throw new Error(`refused: ${JSON.stringify(reading.refusal)}`)
  return reading.payout
}

const sample = {
  number: '40000017',
  day: '2026-10-15',
  payee_name: 'Фізична особа-підприємець Вигаданий Іван Іванович',
  account: 'UA123456780000026001234567890',
  stated: { accepted: 229_900, commission: 1150, transferred: 228_750 },
}
const line = { day: '2026-10-15', operation_id: null }

describe('a payout list as NovaPay mails it', () => {
  test('is read whole, with its title, its lines and its totals', async () => {
    expect(await read(sampleRows())).toEqual({
      form: 'xlsx',
      ...sample,
      lines: [
        {
          ...line,
          row: 8,
          ttn: '20450000000101',
          accepted: 125_000,
          commission: 625,
          transferred: 124_375,
          order_ref: 'a_1 / 2',
        },
        {
          ...line,
          row: 9,
          ttn: '20450000000102',
          accepted: 39_800,
          commission: 199,
          transferred: 39_601,
          order_ref: null,
        },
        {
          ...line,
          row: 10,
          ttn: '59000000000103',
          accepted: 65_100,
          commission: 326,
          transferred: 64_774,
          order_ref: 'a_3 / 2',
        },
      ],
      notes: [],
    })
  })

  test('is read in the same way from CSV', async () => {
    const [xlsx, csv] = [await read(sampleRows()), taken(await readPayout(csvOf(sampleRows()), fileName))]
    expect(csv).toEqual({ ...xlsx, form: 'csv' })
  })

  test('gives away neither the name of a buyer nor the number of a card', async () => {
    const headings = [...sampleHeadings, 'Унікальний номер платіжного засобу платника (Покупця)']
    const lines = sampleLines.map((row) => [...row, '5168 **** **** 1234'])
    const payout = await read(sampleRows({ headings, lines }))
    expect(payout.notes).toEqual([])
    expect(JSON.stringify(payout)).not.toMatch(/Покупець|5168/)
  })

  test('carries the operation and the account of the payee where it has these columns', async () => {
    const headings = [...sampleHeadings, 'Номер рахунку отримувача', 'Унікальний обліковий номер фінансової операції']
    const lines = sampleLines.map((row, index) => [...row, sample.account, 1_234_567_890 + index])
    const payout = await read(sampleRows({ title: [], headings, lines }))
    expect(payout.account).toBe(sample.account)
    expect(payout.lines.map(({ operation_id }) => operation_id)).toEqual(['1234567890', '1234567891', '1234567892'])
  })

  test('has no account of its own if its lines name different ones, and says so', async () => {
    const headings = [...sampleHeadings, 'Номер рахунку одержувача']
    const lines = sampleLines.map((row, index) => [...row, `UA12345678000002600123456789${index}`])
    const payout = await read(sampleRows({ title: [], headings, lines }))
    expect(payout.account).toBeNull()
    expect(payout.notes).toContain('У рядках різні рахунки одержувача.')
  })

  test('may lack a totals row, and that is told', async () => {
    const payout = await read(sampleRows({ totals: null }))
    expect(payout.stated).toBeNull()
    expect(payout.notes).toEqual(['У файлі немає рядка «Всього».'])
  })

  test('keeps a blank row and a signature from being taken for lines', async () => {
    const [first = [], ...rest] = sampleLines
    const lines = [first, [], ...rest]
    const payout = await read(sampleRows({ lines, after: [[], ['Виконавець', null, 'Вигадана О.']] }))
    expect(payout.lines.map(({ row }) => row)).toEqual([8, 10, 11])
    expect(payout.notes).toEqual([])
  })

  test('tells of a row without a TTN and sums that it passed over', async () => {
    const payout = await read(sampleRows({ totals: null, after: [[null, 'Кінець реєстру']] }))
    expect(payout.notes).toContain('Без ТТН і сум, тому пропущено: рядок 11.')
  })

  test('takes the number and the day from the name of the file where there is no title', async () => {
    const name = 'Реєстр платежів контрагента Вигаданий І.І. ФОП № 40000018 від 16 жовтня 2026 р.XLSX'
    const payout = await read(sampleRows({ title: [] }), name)
    expect([payout.number, payout.day]).toEqual(['40000018', '2026-10-16'])
    expect(payout.notes).toEqual(['Над таблицею немає назви реєстру й одержувача.'])
  })

  test('tells when the name of the file says another number and day than the title', async () => {
    const payout = await read(sampleRows(), 'Реєстр № 40000018 від 16 жовтня 2026 р.xlsx')
    expect([payout.number, payout.day]).toEqual(['40000017', '2026-10-15'])
    expect(payout.notes).toEqual([
      'У назві файлу інший номер реєстру: 40000018.',
      'У назві файлу інша дата реєстру: 16.10.2026.',
    ])
  })

  test('gives its own day to the lines of a table that has no column of days', async () => {
    const without = (row: readonly (string | number | null | { xml: string })[]) => row.toSpliced(1, 1)
    const rows = {
      headings: without(sampleHeadings),
      lines: sampleLines.map(without),
      totals: ['Всього', 2299, 11.5, 2287.5],
    }
    expect((await read(sampleRows(rows))).lines.map(({ day }) => day)).toEqual(Array(3).fill('2026-10-15'))
  })
})

describe('what is odd is told, and the list is taken', () => {
  test.each<[string, SampleOptions, string]>([
    [
      'an unknown column',
      { headings: [...sampleHeadings, 'Настрій'] },
      'Стовпець «Настрій» невідомий, його не прочитано.',
    ],
    [
      'a number that is not like a TTN',
      { lines: withCell(1, 7, 'RB123456789UA') },
      'ТТН не схожа на номер Нової пошти з 14\u00a0цифр або закінчується нулями: рядок 9.',
    ],
    [
      'a line later than its list',
      { lines: withCell(2, 1, '16.10.2026') },
      'Дата переказу пізніша за дату реєстру: рядок 10.',
    ],
    ['no title', { title: [] }, 'Над таблицею немає назви реєстру й одержувача.'],
  ])('%s', async (_, options, note) => {
    expect((await read(sampleRows(options))).notes).toContain(note)
  })

  test('many rows are counted rather than listed', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => [
      index + 1,
      '16.10.2026',
      10,
      1,
      9,
      '',
      '',
      '20450000000101',
      '',
    ])
    const { notes } = await read(sampleRows({ lines, totals: null }))
    expect(notes).toContain('Дата переказу пізніша за дату реєстру: рядки 8, 9, 10, 11, 12 і ще 4.')
  })
})

describe('the title', () => {
  const titled = async (title: SheetRows) => {
    const { number, day, payee_name, account } = await read(sampleRows({ title }))
    return { number, day, payee_name, account }
  }
  const nothing = { number: null, day: null, payee_name: null, account: null }

  test.each<[string, SheetRows, Partial<typeof sample>]>([
    ['a number in the next filled cell', [['РЕЄСТР ПЕРЕКАЗІВ', null, 40_000_017]], { number: '40000017' }],
    ['a number after №, in the next cell', [['Реєстр переказів', '№ 40000017']], { number: '40000017' }],
    ['a number and a day in one cell', [['Реєстр платежів № 7 від 15.10.2026 р.']], { number: '7', day: '2026-10-15' }],
    ['a title without a number', [['РЕЄСТР ПЕРЕКАЗІВ']], {}],
    [
      'a value in the cell of its label',
      [['Дата: 15.10.2026'], ['Одержувач: ТОВ «Вигадка»']],
      { day: '2026-10-15', payee_name: 'ТОВ «Вигадка»' },
    ],
    [
      'labels with Latin look-alikes',
      [
        ['\u{4f}держувач:', 'ТОВ «Вигадка»'],
        ['Д\u{61}т\u{61}:', '15.10.2026'],
      ],
      { day: '2026-10-15', payee_name: 'ТОВ «Вигадка»' },
    ],
    [
      'an account in groups of four',
      [['П/р в банку', 'UA12 3456 7800 0002 6001 2345 6789 0']],
      { account: sample.account },
    ],
    ['a bank without an account', [['П\\р в банку:', 'АТ «Вигаданий банк»']], {}],
    ['a label without a value beside another label', [['Одержувач:', 'Дата:', '15.10.2026']], { day: '2026-10-15' }],
    [
      'a day that the title says otherwise',
      [['Реєстр переказів № 7 від 14.10.2026'], ['Дата:', '15.10.2026']],
      { number: '7', day: '2026-10-15' },
    ],
  ])('%s', async (_, title, expected) => {
    expect(await titled(title)).toEqual({ ...nothing, ...expected })
  })

  test('another date above the table is not the day of the list', async () => {
    expect((await titled([...sampleTitle, ['Дата друку:', '20.10.2026']])).day).toBe('2026-10-15')
  })
})
