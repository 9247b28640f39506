import { crc32, deflateRawSync } from 'node:zlib'

/** One part of an archive. Whatever is said besides name and data is a lie for the headers. */
export interface ZipPart {
  name: string
  data: string | Uint8Array
  isStored?: boolean
  flags?: number
  method?: number
  crc?: number
  packedSize?: number
  size?: number
  offset?: number
  extra?: Uint8Array
}

export interface ZipEnd {
  entryCount?: number
  directoryOffset?: number
  disk?: number
  comment?: Uint8Array
  before?: Uint8Array
}

const numbers = (...fields: readonly (readonly [2 | 4, number])[]): Buffer =>
  Buffer.concat(
    fields.map(([size, value]) => {
      const bytes = Buffer.alloc(size)
      bytes.writeUIntLE(value, 0, size)
      return bytes
    }),
  )

/** An archive as simple as the format allows; its headers may lie. */
export function zipOf(parts: readonly ZipPart[], end: ZipEnd = {}): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const data = Buffer.from(part.data)
    const packed = part.isStored ? data : deflateRawSync(data)
    const name = Buffer.from(part.name)
    const extra = part.extra ?? new Uint8Array()
    const common = numbers(
      [2, part.flags ?? 0x800],
      [2, part.method ?? (part.isStored ? 0 : 8)],
      [4, 0],
      [4, part.crc ?? crc32(data)],
      [4, part.packedSize ?? packed.length],
      [4, part.size ?? data.length],
      [2, name.length],
      [2, extra.length],
    )
    const local = Buffer.concat([numbers([4, 0x04034b50], [2, 20]), common, name, extra, packed])
    const place = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, part.offset ?? offset])
    locals.push(local)
    directory.push(Buffer.concat([numbers([4, 0x02014b50], [2, 20], [2, 20]), common, place, name, extra]))
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const count = end.entryCount ?? parts.length
  const before = Buffer.from(end.before ?? [])
  const comment = Buffer.from(end.comment ?? [])
  const closing = numbers(
    [4, 0x06054b50],
    [2, end.disk ?? 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, list.length],
    [4, end.directoryOffset ?? offset],
    [2, comment.length],
  )
  return Buffer.concat([...locals, list, before, closing, comment])
}

/** A cell: text, a number, nothing, or the markup itself («REF» stands for its address). */
export type SheetCell = string | number | null | { xml: string }
export type SheetRows = readonly (readonly SheetCell[])[]

export const dateCell = (serial: number): SheetCell => ({ xml: `<c r="REF" s="1"><v>${serial}</v></c>` })

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export function columnName(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

export interface XlsxOptions {
  strings?: 'shared' | 'inline'
  is1904?: boolean
  stringsPart?: string
  /** What replaces or joins the usual parts, by name; null takes a part away. */
  parts?: Readonly<Record<string, string | null>>
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The markup of a sheet; the texts it shares are added to the list. */
export function sheetXml(rows: SheetRows, strings: string[] | null): string {
  const cell = (value: SheetCell, reference: string): string => {
    if (value === null) return ''
    if (typeof value === 'object') return value.xml.replaceAll('REF', reference)
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
    if (strings === null) return `<c r="${reference}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
    const known = strings.indexOf(value)
    return `<c r="${reference}" t="s"><v>${known === -1 ? strings.push(value) - 1 : known}</v></c>`
  }
  const lines = rows.map((cells, row) => {
    const inside = cells.map((value, column) => cell(value, `${columnName(column)}${row + 1}`)).join('')
    return inside === '' ? '' : `<row r="${row + 1}">${inside}</row>`
  })
  return `${xml}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

export const relationshipsXml = (inside: string): string =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`

export const workbookXml = (sheets: string, is1904 = false): string =>
  `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets}</sheets></workbook>`

export const sheetRelationship = `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>`
const stringsRelationship = `<Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`

/** The parts of a spreadsheet with one sheet, in the order a spreadsheet writes them. */
export function xlsxParts(rows: SheetRows, options: XlsxOptions = {}): ZipPart[] {
  const strings: string[] | null = options.strings === 'inline' ? null : []
  const sheet = sheetXml(rows, strings)
  const items = (strings ?? []).map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
  const usual: Record<string, string | null> = {
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': workbookXml('<sheet name="TDSheet" sheetId="1" r:id="rId1"/>', options.is1904),
    'xl/_rels/workbook.xml.rels': relationshipsXml(sheetRelationship + stringsRelationship),
    'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    [options.stringsPart ?? 'xl/sharedStrings.xml']:
      strings === null ? null : `${xml}<sst xmlns="${main}">${items.join('')}</sst>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...options.parts,
  }
  return Object.entries(usual).flatMap(([name, data]) => (data === null ? [] : [{ name, data }]))
}

export const xlsxOf = (rows: SheetRows, options: XlsxOptions = {}): Buffer => zipOf(xlsxParts(rows, options))

export interface CsvOptions {
  separator?: ';' | ',' | '\t'
  encoding?: 'utf-8' | 'utf-8-marked' | 'windows-1251' | 'utf-16le' | 'utf-16be'
  newline?: '\r\n' | '\n'
}

export function csvOf(
  rows: SheetRows,
  { separator = ';', encoding = 'utf-8', newline = '\r\n' }: CsvOptions = {},
): Buffer {
  const cell = (value: SheetCell): string => {
    const text = value === null || typeof value === 'object' ? '' : String(value)
    return /[";,\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return encoded(rows.map((cells) => `${cells.map(cell).join(separator)}${newline}`).join(''), encoding)
}

export function encoded(text: string, encoding: NonNullable<CsvOptions['encoding']>): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8-marked') return Buffer.from(`\u{feff}${text}`)
  if (encoding === 'windows-1251') return Buffer.from(Array.from(text, (letter) => windows1251.get(letter) ?? 0x3f))
  const little = Buffer.from(`\u{feff}${text}`, 'utf16le')
  return encoding === 'utf-16le' ? little : little.swap16()
}

const windows1251 = new Map(
  Array.from(
    new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (letter, byte) => [letter, byte],
  ),
)

export const sampleHeadings: readonly string[] = [
  '№',
  'Дата перерахунку коштів',
  'Сума принятих коштів',
  'Сума утриманої винагороди',
  'Сума перерахованих коштів',
  'Тариф',
  'ПІБ Покупця',
  '№ ЕН НП',
  'Номер замовлення',
]

const lineOf = (position: number, ttn: string, sums: readonly [number, number, number]): SheetCell[] => [
  ...[position, '15.10.2026', ...sums, 'Безготівковий 1', 'Вигаданий Покупець ', ttn],
  position === 2 ? null : `a_${position} / 2`,
]

/** An invented register, laid out as NovaPay does: the first used column is B. */
export const sampleTitle: readonly (readonly SheetCell[])[] = [
  ['РЕЄСТР ПЕРЕКАЗІВ №40000017'],
  [],
  ['Одержувач:', null, 'Фізична особа-підприємець Вигаданий Іван Іванович'],
  ['П\\р в банку:', null, 'UA123456780000026001234567890 АТ «Вигаданий банк»'],
  ['Дата:', null, '15.10.2026'],
  [],
]
export const sampleLines: readonly (readonly SheetCell[])[] = [
  lineOf(1, '20450000000101', [1250, 6.25, 1243.75]),
  lineOf(2, '20450000000102', [398, 1.99, 396.01]),
  lineOf(3, '59000000000103', [651, 3.26, 647.74]),
]
export const sampleTotals: readonly SheetCell[] = [null, 'Всього:', 2299, 11.5, 2287.5]

export interface SampleOptions {
  title?: SheetRows
  headings?: readonly SheetCell[]
  lines?: SheetRows
  totals?: readonly SheetCell[] | null
  after?: SheetRows
}

/** The rows of the invented register, with what the test says otherwise. */
export function sampleRows(options: SampleOptions = {}): SheetCell[][] {
  const { title = sampleTitle, headings = sampleHeadings, lines = sampleLines, after = [] } = options
  const totals = options.totals === undefined ? sampleTotals : options.totals
  const rows = [...title, headings, ...lines, ...(totals === null ? [] : [totals]), ...after]
  const margin: readonly SheetCell[] = [null]
  return rows.map((row) => margin.concat(row))
}

/** The lines of the invented list with one cell changed: line from 0, column as in `sampleHeadings`. */
export const withCell = (line: number, column: number, cell: SheetCell): SheetRows =>
  sampleLines.map((row, index) => (index === line ? row.map((old, at) => (at === column ? cell : old)) : row))

const changed = (part: ZipPart, how: Partial<ZipPart>): ZipPart => ({ ...part, ...how })

/** The invented list with the parts of that ending changed. */
export const sampleWithPart = (nameEnd: string, how: Partial<ZipPart>, end?: ZipEnd): Buffer =>
  zipOf(
    xlsxParts(sampleRows()).map((part) => (part.name.endsWith(nameEnd) ? changed(part, how) : part)),
    end,
  )
