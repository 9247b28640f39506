import { describe, expect, test } from 'vitest'
import { sentenceOf, type ErrorCode } from '#/contract/errors.ts'
import {
  csvOf,
  sampleHeadings,
  sampleRows,
  sampleTotals,
  withCell,
  xlsxOf,
  zipOf,
  type SheetCell,
} from '#/test/support/payout-files.ts'
import { limits } from './limits.ts'
import { readPayout, type Reading } from './read-payout.ts'

type Hostile = [string, () => Uint8Array, ErrorCode]

const sentenceFor = (reading: Reading): string | null =>
  reading.ok ? null : sentenceOf(reading.refusal.code, reading.refusal.params)

const bytes = (...values: number[]): Buffer => Buffer.from(values)
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')
const parts = (changed: Readonly<Record<string, string | null>>): Buffer => xlsxOf(sampleRows(), { parts: changed })
const sheet = (inside: string): Buffer =>
  parts({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${inside}</sheetData></worksheet>` })
const cell = (column: number, value: SheetCell): Buffer => xlsxOf(sampleRows({ lines: withCell(1, column, value) }))
const raw = (xml: string): SheetCell => ({ xml })
const csv = (text: string): Buffer => Buffer.from(text)
const csvText = csvOf(sampleRows()).toString()

const notTables: Hostile[] = [
  ['nothing', () => bytes(), 'money.not_a_table'],
  ['blanks only', () => ascii(' \r\n\t'), 'money.not_a_table'],
  [
    'an old spreadsheet',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    'money.not_a_table',
  ],
  ['a PDF', () => ascii('%PDF-1.7\n%\u{e2}\u{e3}'), 'money.not_a_table'],
  ['a web page called XLS', () => csv('<html><table><tr><td>№ ЕН НП</td></tr></table></html>'), 'money.not_a_table'],
  ['a web page with its mark', () => csv('\u{feff}\r\n<!DOCTYPE html><table></table>'), 'money.not_a_table'],
  ['a spreadsheet in one XML', () => csv('<?xml version="1.0"?><Workbook/>'), 'money.not_a_table'],
  ['a PNG', () => Buffer.concat([ascii('\u{89}PNG\r\n'), bytes(0x1a, 0x0a, 0, 0)]), 'money.not_a_table'],
  ['a JPEG', () => bytes(0xff, 0xd8, 0xff, 0xe0, 0, 16), 'money.not_a_table'],
  ['a GIF', () => ascii('GIF89a\u{1}\u{1}'), 'money.not_a_table'],
  ['a RAR', () => ascii('Rar!\u{1a}\u{7}'), 'money.not_a_table'],
  ['a 7Z', () => bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), 'money.not_a_table'],
  ['a GZ', () => bytes(0x1f, 0x8b, 8, 0), 'money.not_a_table'],
  ['an RTF', () => ascii('{\\rtf1}'), 'money.not_a_table'],
  ['JSON', () => csv('{"ttn":"20450000000101"}'), 'money.not_a_table'],
  ['a program', () => Buffer.concat([bytes(0x7f), ascii('ELF'), Buffer.alloc(64)]), 'money.not_a_table'],
  ['zeros', () => Buffer.alloc(1000), 'money.not_a_table'],
  ['a NUL inside a CSV', () => csv(csvText.replace('Всього', 'Все\0го')), 'money.not_a_table'],
  ['UTF-16 without its mark', () => Buffer.from(csvText, 'utf16le'), 'money.not_a_table'],
  ['an archive without a spreadsheet', () => zipOf([{ name: 'a.txt', data: 'a' }]), 'money.not_a_table'],
  ['an archive of nothing', () => zipOf([]), 'money.not_a_table'],
  ['a text document', () => zipOf([{ name: 'word/document.xml', data: '<w/>' }]), 'money.not_a_table'],
  ['a binary spreadsheet', () => parts({ 'xl/workbook.xml': null, 'xl/workbook.bin': 'a' }), 'money.not_a_table'],
]

const tooLarge: Hostile[] = [
  ['a file beyond 5 MB', () => Buffer.alloc(limits.bytes + 1, 0x41), 'money.file_too_large'],
  [
    'an archive of too many parts',
    () => zipOf(Array.from({ length: 2001 }, (_, index) => ({ name: `${index}`, data: '' }))),
    'money.file_too_large',
  ],
  [
    'a row too many',
    () => csvOf(sampleRows({ lines: Array.from({ length: limits.rows }, () => ['1']) })),
    'money.file_too_large',
  ],
  [
    'a column too many',
    () => csvOf([[...sampleHeadings, ...Array.from({ length: 192 }, () => 'a')]]),
    'money.file_too_large',
  ],
  ['a cell far to the right', () => sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'money.file_too_large'],
  ['a text too long', () => xlsxOf(sampleRows({ lines: withCell(1, 6, 'a'.repeat(2001)) })), 'money.file_too_large'],
  [
    'a text too long in a CSV',
    () => csvOf(sampleRows({ lines: withCell(1, 6, 'a'.repeat(2001)) })),
    'money.file_too_large',
  ],
  [
    'too many cells',
    () => sheet(Array.from({ length: 2010 }, () => `<row>${'<c><v>1</v></c>'.repeat(200)}</row>`).join('')),
    'money.file_too_large',
  ],
  [
    'too many texts',
    () => parts({ 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(limits.cells + 1)}</sst>` }),
    'money.file_too_large',
  ],
]

const wrongTables: Hostile[] = [
  ['a sheet of nothing', () => sheet(''), 'money.headings_missing'],
  [
    'a spreadsheet of something else',
    () =>
      xlsxOf([
        ['Товар', 'Ціна'],
        ['Чай', 5],
      ]),
    'money.headings_missing',
  ],
  ['any text', () => csv('Добрий день, надсилаю реєстр.'), 'money.headings_missing'],
  ['any bytes of Windows-1251', () => bytes(0xc0, 0xc1, 0xc2, 0x0a, 0xff), 'money.headings_missing'],
  ['headings only', () => csvOf([sampleHeadings]), 'money.lines_missing'],
  ['headings and totals only', () => csvOf([sampleHeadings, sampleTotals]), 'money.lines_missing'],
  [
    'two columns of sums',
    () => xlsxOf(sampleRows({ headings: sampleHeadings.with(5, 'Сума прийнятих коштів') })),
    'money.heading_twice',
  ],
  ['a register of RozetkaPay', () => csv('Реєстр переказів;RozetkaPay\nСума;Номер\n'), 'money.foreign_register'],
  [
    'a formula that was never computed',
    () => cell(4, raw('<c r="REF"><f>HYPERLINK("http://127.0.0.1")</f></c>')),
    'money.line_wrong',
  ],
  ['an error of a formula', () => cell(4, raw('<c r="REF" t="e"><f>1/0</f><v>#DIV/0!</v></c>')), 'money.line_wrong'],
  ['a yes for a sum', () => cell(4, raw('<c r="REF" t="b"><v>1</v></c>')), 'money.line_wrong'],
  ['a sum beyond every purse', () => cell(2, raw('<c r="REF"><v>1e308</v></c>')), 'money.line_wrong'],
  ['a sum of endless size', () => cell(2, raw('<c r="REF"><v>1e999</v></c>')), 'money.line_wrong'],
  ['a formula for a TTN', () => cell(7, '=cmd|’/c calc’!A0'), 'money.line_wrong'],
  ['a date of another century', () => cell(1, raw('<c r="REF" s="1"><v>2</v></c>')), 'money.line_wrong'],
  ['a date beyond the calendar', () => cell(1, raw('<c r="REF" s="1"><v>1e15</v></c>')), 'money.line_wrong'],
  [
    'sums that come to too much',
    () =>
      xlsxOf(
        sampleRows({
          lines: [1, 2].map((n) => [n, '15.10.2026', 9e9, 0, 9e9, '', '', '20450000000101']),
          totals: null,
        }),
      ),
    'money.line_wrong',
  ],
  [
    'a quote that is never closed',
    () => csv(csvText.replace('Вигаданий Покупець', '"Вигаданий')),
    'money.file_damaged',
  ],
  [
    'something after a closing quote',
    () => csv(csvText.replace('Вигаданий Покупець', '"Вигаданий"Покупець')),
    'money.file_damaged',
  ],
  [
    'a mark of UTF-8 before other bytes',
    () => Buffer.concat([bytes(0xef, 0xbb, 0xbf), csvOf(sampleRows(), { encoding: 'windows-1251' })]),
    'money.file_damaged',
  ],
  [
    'half a character of UTF-16',
    () => csvOf(sampleRows(), { encoding: 'utf-16le' }).subarray(0, -1),
    'money.file_damaged',
  ],
]

describe('a hostile or broken file gets one sentence', () => {
  test.each([...notTables, ...tooLarge, ...wrongTables])('%s', async (_, build, code) => {
    const reading = await readPayout(build(), 'реєстр.xlsx')
    expect(reading).toMatchObject({ ok: false, refusal: { code } })
    expect(sentenceFor(reading)).not.toMatch(/[{}]|undefined|null/)
  })

  test('an old spreadsheet is told what to do', async () => {
    const reading = await readPayout(Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'реєстр.xls')
    expect(sentenceFor(reading)).toBe(
      'Це не таблиця XLSX і не CSV, а стара таблиця XLS. Відкрийте файл у табличному редакторі й збережіть як XLSX.',
    )
  })
})
