import { describe, expect, test } from 'vitest'
import {
  csvOf,
  dateCell,
  encoded,
  relationshipsXml,
  sampleLines,
  sampleRows,
  sampleWithPart,
  sheetRelationship,
  sheetXml,
  withCell,
  workbookXml,
  xlsxOf,
  xlsxParts,
  type CsvOptions,
  type SheetCell,
  type XlsxOptions,
} from '#/test/support/payout-files.ts'
import { readPayout } from './read-payout.ts'

const usual = await readPayout(xlsxOf(sampleRows()), 'реєстр.xlsx')
const raw = (xml: string): SheetCell => ({ xml })
const expectSame = async (bytes: Uint8Array) => expect(await readPayout(bytes, 'реєстр.xlsx')).toEqual(usual)
const expectSameWith = (column: number, cell: SheetCell, options: XlsxOptions = {}) =>
  expectSame(xlsxOf(sampleRows({ lines: withCell(0, column, cell) }), options))

describe('a spreadsheet is read the same', () => {
  test.each<[string, XlsxOptions]>([
    ['with texts inside its cells', { strings: 'inline' }],
    ['with the part of texts spelled as 1C spells it', { stringsPart: 'xl/SharedStrings.xml' }],
    ['with every part in capitals', { parts: { 'xl/styles.xml': null, 'XL/STYLES.XML': '<styleSheet/>' } }],
    ['without styles', { parts: { 'xl/styles.xml': null } }],
    [
      'with a target from the root of the archive',
      {
        parts: {
          'xl/_rels/workbook.xml.rels': relationshipsXml(sheetRelationship.replace('worksheets', '/xl/worksheets')),
        },
      },
    ],
    [
      'with a target that goes up and down again',
      {
        parts: {
          'xl/_rels/workbook.xml.rels': relationshipsXml(sheetRelationship.replace('worksheets', '../xl/worksheets')),
        },
      },
    ],
    [
      'with another prefix of relationships',
      {
        parts: {
          'xl/workbook.xml':
            '<x:workbook xmlns:x="m" xmlns:q="o"><x:sheets><x:sheet name="A" q:id="rId1"/></x:sheets></x:workbook>',
        },
      },
    ],
    [
      'with a hidden sheet before it',
      {
        parts: {
          'xl/workbook.xml': workbookXml(
            '<sheet name="B" state="veryHidden" r:id="rId9"/><sheet name="A" r:id="rId1"/>',
          ),
        },
      },
    ],
  ])('%s', async (_, options) => {
    await expectSame(xlsxOf(sampleRows(), options))
  })

  test.each<[string, number, SheetCell, XlsxOptions?]>([
    ['with a date cell', 1, dateCell(46_310)],
    ['with a date cell counted from 1904', 1, dateCell(44_848), { is1904: true }],
    ['with a date cell of a format of its own', 1, raw('<c r="REF" s="2"><v>46310.5</v></c>')],
    ['with a date cell in words of ISO', 1, raw('<c r="REF" t="d"><v>2026-10-15T00:00:00Z</v></c>')],
    ['with a sum as text', 2, '1 250,00'],
    ['with a sum that a formula came to', 2, raw('<c r="REF"><f>1000+250</f><v>1250</v></c>')],
    ['with a text that a formula came to', 7, raw('<c r="REF" t="str"><f>A1</f><v>20450000000101</v></c>')],
    ['with a TTN as a number', 7, 20_450_000_000_101],
    [
      'with runs of text and a phonetic reading',
      7,
      raw(
        '<c r="REF" t="inlineStr"><is><r><t>2045000</t></r><rPh sb="0" eb="1"><t>9</t></rPh><r><rPr><b/></rPr><t>0000101</t></r></is></c>',
      ),
    ],
    ['with a text in CDATA', 7, raw('<c r="REF" t="inlineStr"><is><t><![CDATA[20450000000101]]></t></is></c>')],
    ['with a value of a column nobody reads that is wrong', 6, raw('<c r="REF" t="e"><v>#REF!</v></c>')],
    ['with a yes or no in a column nobody reads', 6, raw('<c r="REF" t="b"><v>1</v></c>')],
  ])('%s', async (_, column, cell, options) => {
    await expectSameWith(column, cell, options)
  })

  test('with runs in the texts it shares', async () => {
    const { data = '' } = xlsxParts(sampleRows()).find(({ name }) => name.endsWith('sharedStrings.xml')) ?? {}
    const runs = '<si><r><t>2045</t></r><r><t>0000000101</t></r><rPh><t>7</t></rPh></si>'
    const shared = data.toString().replace('<si><t xml:space="preserve">20450000000101</t></si>', runs)
    expect(shared).toContain(runs)
    await expectSame(sampleWithPart('sharedStrings.xml', { data: shared }))
  })

  test('with its parts not compressed', async () => {
    await expectSame(sampleWithPart('', { isStored: true }))
  })

  test('in UTF-16', async () => {
    const data = encoded(sheetXml(sampleRows(), null).replace('UTF-8', 'UTF-16'), 'utf-16le')
    await expectSame(sampleWithPart('sheet1.xml', { data }))
  })

  test('without the addresses of its rows and cells', async () => {
    const packed = sampleRows().map((row) => row.map((cell) => cell ?? raw('<c/>')))
    const sheet = sheetXml(
      packed.map((row) => (row.length === 1 ? [raw('<c/>')] : row)),
      null,
    )
    const parts = { 'xl/worksheets/sheet1.xml': sheet.replaceAll(/ r="[A-Z]*\d+"/g, '') }
    await expectSame(xlsxOf(sampleRows(), { parts }))
  })

  test('with other sheets beside it, and that is told', async () => {
    const sheets = '<sheet name="A" r:id="rId1"/><sheet name="B" r:id="rId3"/>'
    const reading = await readPayout(xlsxOf(sampleRows(), { parts: { 'xl/workbook.xml': workbookXml(sheets) } }), '')
    expect(reading).toMatchObject({ ok: true, payout: { notes: ['У файлі кілька аркушів; прочитано лише перший.'] } })
  })

  test('of seven thousand lines, in many pieces', async () => {
    const lines = Array.from({ length: 7000 }, (_, index) => [
      ...[index + 1, '15.10.2026', 100.5, 0.5, 100, 'Тариф', 'Покупець'],
      String(20_450_000_000_101 + index),
    ])
    const bytes = xlsxOf(sampleRows({ lines, totals: [null, 'Всього:', 703_500, 3500, 700_000] }), {
      strings: 'inline',
    })
    const reading = await readPayout(bytes, '')
    expect(reading).toMatchObject({
      ok: true,
      payout: { stated: { transferred: 70_000_000 }, lines: { length: 7000 } },
    })
  })
})

describe('a CSV is read the same', () => {
  const usualCsv = { ok: true, payout: { ...(usual.ok ? usual.payout : {}), form: 'csv' } }
  const expectSameCsv = async (bytes: Uint8Array) => expect(await readPayout(bytes, 'реєстр.csv')).toEqual(usualCsv)

  test.each<CsvOptions>([
    { separator: ';' },
    { separator: ',' },
    { separator: '\t' },
    { newline: '\n' },
    { encoding: 'utf-8-marked' },
    { encoding: 'windows-1251' },
    { encoding: 'windows-1251', separator: ',' },
    { encoding: 'utf-16le' },
    { encoding: 'utf-16be', separator: '\t' },
  ])('%o', async (options) => {
    await expectSameCsv(csvOf(sampleRows(), options))
  })

  test('with line breaks and quotes inside its cells', async () => {
    const rows = sampleRows({ lines: withCell(0, 6, 'Товариство\r\n"Ромашка"; філія') })
    const headings = rows.map((row) =>
      row.map((cell) => (cell === 'Сума принятих коштів' ? 'Сума\nпринятих\r\nкоштів' : cell)),
    )
    await expectSameCsv(csvOf(headings))
  })

  test('with quotes in the middle of a cell', async () => {
    const text = csvOf(sampleRows()).toString().replace('Вигаданий Покупець ', 'ТОВ "Ромашка"')
    await expectSameCsv(Buffer.from(text))
  })

  test('with the line that names the separator to a spreadsheet', async () => {
    const reading = await readPayout(Buffer.concat([Buffer.from('sep=;\r\n'), csvOf(sampleRows())]), '')
    expect(reading).toMatchObject({
      ok: true,
      payout: { number: '40000017', lines: sampleLines.map((_, index) => ({ row: 9 + index })) },
    })
  })

  test('without a line break at its end', async () => {
    await expectSameCsv(Buffer.from(csvOf(sampleRows()).toString().trimEnd()))
  })
})
