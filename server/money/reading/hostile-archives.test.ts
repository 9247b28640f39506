import { describe, expect, test } from 'vitest'
import { sentenceOf, type ErrorCode } from '#/contract/errors.ts'
import {
  relationshipsXml,
  sampleRows,
  sampleWithPart,
  sheetRelationship,
  withCell,
  workbookXml,
  xlsxOf,
  xlsxParts,
  zipOf,
  type SheetCell,
  type ZipEnd,
  type ZipPart,
} from '#/test/support/payout-files.ts'
import { readPayout, type Reading } from './read-payout.ts'

type Hostile = [string, () => Uint8Array, ErrorCode]

const sentenceFor = (reading: Reading): string | null =>
  reading.ok ? null : sentenceOf(reading.refusal.code, reading.refusal.params)

const bytes = (...values: number[]): Buffer => Buffer.from(values)
const parts = (changed: Readonly<Record<string, string | null>>): Buffer => xlsxOf(sampleRows(), { parts: changed })
const sheet = (inside: string): Buffer =>
  parts({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${inside}</sheetData></worksheet>` })
const workbook = (sheets: string): Buffer => parts({ 'xl/workbook.xml': workbookXml(sheets) })
const rels = (inside: string): Buffer => parts({ 'xl/_rels/workbook.xml.rels': relationshipsXml(inside) })
const cell = (column: number, value: SheetCell): Buffer => xlsxOf(sampleRows({ lines: withCell(1, column, value) }))
const raw = (xml: string): SheetCell => ({ xml })
const lying = (lie: Partial<ZipPart>, end?: ZipEnd): Buffer => sampleWithPart('sheet1.xml', lie, end)
const joined = (...more: ZipPart[]): Buffer => zipOf([...xlsxParts(sampleRows()), ...more])
const whole = xlsxOf(sampleRows())

const zip64 = (entryCount: number, offset: number): Buffer => {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(BigInt(entryCount), 32)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  const archive = xlsxParts(sampleRows())
  const directoryEnd = zipOf(archive).length - 22
  locator.writeBigUInt64LE(BigInt(directoryEnd), 8)
  return zipOf(archive, { before: Buffer.concat([record, locator]) })
}

const brokenArchives: Hostile[] = [
  ['an archive cut short', () => whole.subarray(0, whole.length - 40), 'money.file_damaged'],
  ['an archive cut in the middle', () => whole.subarray(0, whole.length / 2), 'money.file_damaged'],
  ['the first four bytes of one', () => whole.subarray(0, 4), 'money.file_damaged'],
  ['an archive with bytes after its end', () => Buffer.concat([whole, bytes(1, 2, 3)]), 'money.file_damaged'],
  ['a wrong checksum', () => lying({ crc: 1 }), 'money.file_damaged'],
  ['a part larger than it says', () => lying({ size: 10 }), 'money.file_damaged'],
  ['a part smaller than it says', () => lying({ size: 10_000_000 }), 'money.file_damaged'],
  ['a part that reaches beyond the file', () => lying({ packedSize: 10_000_000 }), 'money.file_damaged'],
  ['a part at a place that is not there', () => lying({ offset: 0xff_ff_ff_f0 }), 'money.file_damaged'],
  ['a part at the place of another kind of record', () => lying({ offset: 7 }), 'money.file_damaged'],
  ['an unknown way of compression', () => lying({ method: 99 }), 'money.file_damaged'],
  ['a part that is not compressed as it says', () => lying({ isStored: true, method: 8 }), 'money.file_damaged'],
  ['a stored part of two sizes', () => lying({ isStored: true, size: 5 }), 'money.file_damaged'],
  ['a field that reaches beyond its header', () => lying({ extra: bytes(1, 0, 200, 0) }), 'money.file_damaged'],
  [
    'sizes of 64 bits that are not there',
    () => lying({ size: 0xff_ff_ff_ff, extra: bytes(1, 0, 0, 0) }),
    'money.file_damaged',
  ],
  [
    'a directory at a place that is not there',
    () => lying({}, { directoryOffset: 0xff_ff_ff_00 }),
    'money.file_damaged',
  ],
  ['more parts than the directory holds', () => lying({}, { entryCount: 100 }), 'money.file_damaged'],
  ['an archive in several volumes', () => lying({}, { disk: 3 }), 'money.file_damaged'],
  ['a directory of 64 bits beyond every file', () => zip64(3, Number.MAX_SAFE_INTEGER), 'money.file_damaged'],
  ['a count of 64 bits', () => zip64(2 ** 52, 0), 'money.file_too_large'],
  ['a comment that holds an end of another archive', () => lying({}, { comment: zipOf([]) }), 'money.not_a_table'],
]

const unsafe: Hostile[] = [
  ['a locked archive', () => lying({ flags: 0x801 }), 'money.file_unsafe'],
  ['a strongly locked archive', () => lying({ flags: 0x841 }), 'money.file_unsafe'],
  [
    'a locked spreadsheet',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    'money.file_unsafe',
  ],
  ['a path outside', () => joined({ name: '../../etc/passwd', data: 'a' }), 'money.file_unsafe'],
  ['a path from the root', () => joined({ name: '/etc/passwd', data: 'a' }), 'money.file_unsafe'],
  ['a path of a drive', () => joined({ name: 'C:\\windows\\a', data: 'a' }), 'money.file_unsafe'],
  [
    'the same part twice',
    () => joined({ name: 'xl/worksheets/sheet1.xml', data: '<worksheet/>' }),
    'money.file_unsafe',
  ],
  [
    'the same part in other letters',
    () => joined({ name: 'XL/Worksheets/Sheet1.xml', data: '<worksheet/>' }),
    'money.file_unsafe',
  ],
  ['macros', () => joined({ name: 'xl/vbaProject.bin', data: 'a' }), 'money.file_unsafe'],
  ['macros of the oldest kind', () => joined({ name: 'xl/macrosheets/sheet1.xml', data: '<a/>' }), 'money.file_unsafe'],
  [
    'links to other files',
    () => joined({ name: 'xl/externalLinks/externalLink1.xml', data: '<a/>' }),
    'money.file_unsafe',
  ],
  ['a connection to a database', () => joined({ name: 'xl/connections.xml', data: '<a/>' }), 'money.file_unsafe'],
  ['a document inside', () => joined({ name: 'xl/embeddings/oleObject1.bin', data: 'a' }), 'money.file_unsafe'],
  ['a control of ActiveX', () => joined({ name: 'xl/activeX/activeX1.bin', data: 'a' }), 'money.file_unsafe'],
  [
    'a sheet that lies elsewhere',
    () =>
      rels('<Relationship Id="rId1" Type="a/worksheet" TargetMode="External" Target="http://127.0.0.1/sheet1.xml"/>'),
    'money.file_unsafe',
  ],
  [
    'a sheet outside of the archive',
    () => rels('<Relationship Id="rId1" Type="a/worksheet" Target="../../../etc/passwd"/>'),
    'money.file_unsafe',
  ],
  [
    'a DOCTYPE',
    () => parts({ 'xl/workbook.xml': '<!DOCTYPE w SYSTEM "http://127.0.0.1/"><workbook/>' }),
    'money.file_unsafe',
  ],
  [
    'entities that multiply',
    () =>
      parts({
        'xl/sharedStrings.xml': '<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>',
      }),
    'money.file_unsafe',
  ],
  [
    'an entity that reads a file',
    () =>
      parts({
        'xl/worksheets/sheet1.xml': '<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>',
      }),
    'money.file_unsafe',
  ],
  ['markup of endless depth', () => sheet('<a>'.repeat(100_000)), 'money.file_unsafe'],
]

const brokenMarkup: Hostile[] = [
  ['an entity nobody declared', () => sheet('<row><c><v>&a;</v></c></row>'), 'money.file_damaged'],
  [
    'markup that is not closed',
    () => parts({ 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' }),
    'money.file_damaged',
  ],
  ['markup closed otherwise', () => sheet('<row><c></row></c>'), 'money.file_damaged'],
  ['no markup', () => parts({ 'xl/worksheets/sheet1.xml': '' }), 'money.file_damaged'],
  ['a character that XML has not', () => sheet('<row><c t="str"><v>\u{1}</v></c></row>'), 'money.file_damaged'],
  [
    'markup not in UTF-8',
    () =>
      zipOf(
        xlsxParts(sampleRows(), { parts: { 'xl/styles.xml': null } }).concat({
          name: 'xl/styles.xml',
          data: bytes(0x3c, 0x61, 0xff, 0x3e),
        }),
      ),
    'money.file_damaged',
  ],
  ['no sheet', () => workbook(''), 'money.file_damaged'],
  ['a hidden sheet only', () => workbook('<sheet name="A" state="hidden" r:id="rId1"/>'), 'money.file_damaged'],
  ['a sheet of charts', () => rels(sheetRelationship.replace('/worksheet"', '/chartsheet"')), 'money.file_damaged'],
  ['a sheet that is not there', () => parts({ 'xl/worksheets/sheet1.xml': null }), 'money.file_damaged'],
  ['no relationships', () => parts({ 'xl/_rels/workbook.xml.rels': null }), 'money.file_damaged'],
  ['no shared texts', () => parts({ 'xl/sharedStrings.xml': null }), 'money.file_damaged'],
  ['a text beyond the shared ones', () => cell(7, raw('<c r="REF" t="s"><v>99999</v></c>')), 'money.file_damaged'],
  ['a text before the shared ones', () => cell(7, raw('<c r="REF" t="s"><v>-1</v></c>')), 'money.file_damaged'],
  ['a cell of an unknown kind', () => cell(7, raw('<c r="REF" t="__proto__"><v>1</v></c>')), 'money.file_damaged'],
  ['a number that is a word', () => cell(2, raw('<c r="REF"><v>багато</v></c>')), 'money.file_damaged'],
  ['a number in another system', () => cell(2, raw('<c r="REF"><v>0x10</v></c>')), 'money.file_damaged'],
  ['rows in a wrong order', () => sheet('<row r="2"/><row r="1"/>'), 'money.file_damaged'],
  ['the same row twice', () => sheet('<row r="2"/><row r="2"/>'), 'money.file_damaged'],
  ['a row beyond every sheet', () => sheet('<row r="99999999"/>'), 'money.file_damaged'],
  ['a row of a part', () => sheet('<row r="1.5"/>'), 'money.file_damaged'],
  ['a cell of another row', () => sheet('<row r="2"><c r="A1"><v>1</v></c></row>'), 'money.file_damaged'],
  [
    'the same cell twice',
    () => sheet('<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'),
    'money.file_damaged',
  ],
  ['a cell without a place', () => sheet('<row r="1"><c r="??"><v>1</v></c></row>'), 'money.file_damaged'],
]

describe('a hostile or broken file gets one sentence', () => {
  test.each([...brokenArchives, ...unsafe, ...brokenMarkup])('%s', async (_, build, code) => {
    const reading = await readPayout(build(), 'реєстр.xlsx')
    expect(reading).toMatchObject({ ok: false, refusal: { code } })
    expect(sentenceFor(reading)).not.toMatch(/[{}]|undefined|null/)
  })
})
