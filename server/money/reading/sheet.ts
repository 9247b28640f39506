import { dayOfSerial, dayOfText } from './dates.ts'
import { limits } from './limits.ts'
import { damaged, tooLarge } from './refusals.ts'
import { collectRichText, withoutEscapes } from './rich-text.ts'
import { collectRows, type Cell, type Row } from './table.ts'
import { readXml } from './xml.ts'

export interface Book {
  strings: readonly string[]
  dateStyles: ReadonlySet<number>
  is1904: boolean
}

export async function readStrings(pieces: AsyncIterable<string>): Promise<string[]> {
  const strings: string[] = []
  const item = collectRichText()
  await readXml(pieces, {
    open: item.open,
    text: item.text,
    close: (name) => {
      item.close(name)
      if (name !== 'si') return
      if (strings.length === limits.cells) throw tooLarge('400\u00a0000 клітинок')
      strings.push(item.take())
    },
  })
  return strings
}

interface OpenCell {
  type: string
  style: number
  value: string | null
  hasFormula: boolean
}

/** The filled cells of one sheet. Where cells were merged, the first one holds the value and the others are blank. */
export async function readSheet(pieces: AsyncIterable<string>, book: Book): Promise<readonly Row[]> {
  const { rows, put } = collectRows()
  const inline = collectRichText()
  let [row, column, isValue] = [0, -1, false]
  let cell: OpenCell | null = null
  await readXml(pieces, {
    open: (name, attributes) => {
      inline.open(name)
      if (name === 'row') [row, column] = [nextRow(attributes['r'], row), -1]
      if (name === 'c') {
        column = nextColumn(attributes['r'], row, column)
        const { t: type = 'n', s: style = '0' } = attributes
        cell = { type, style: Number(style), value: null, hasFormula: false }
      }
      if (cell !== null && name === 'f') cell.hasFormula = true
      if (name === 'v') isValue = true
    },
    text: (piece) => {
      if (isValue && cell !== null) cell.value = withinBounds((cell.value ?? '') + piece)
      else inline.text(piece)
    },
    close: (name) => {
      inline.close(name)
      if (name === 'v') isValue = false
      if (name !== 'c' || cell === null) return
      const text = inline.take()
      const read = toCell(cell.type === 'inlineStr' ? { ...cell, value: text } : cell, book)
      if (read !== null) put(row, column, read)
      cell = null
    },
  })
  return rows
}

/** Checked before any expression runs over it: no payout list holds anything longer. */
function withinBounds(value: string): string {
  if (value.length > limits.characters) throw tooLarge('2\u00a0000 знаків у клітинці')
  return value
}

const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu

function toCell({ type, value, style, hasFormula }: OpenCell, book: Book): Cell | null {
  if (value === null) return hasFormula ? { kind: 'uncomputed' } : null
  const trimmed = value.trim()
  switch (type) {
    case 's':
      return { kind: 'text', text: stringAt(trimmed, book.strings) }
    case 'str':
    case 'inlineStr':
      return { kind: 'text', text: withoutEscapes(value) }
    case 'b':
      return { kind: 'boolean', text: trimmed === '1' ? 'ІСТИНА' : 'ХИБНІСТЬ' }
    case 'e':
      return { kind: 'error', text: trimmed }
    case 'd':
      return { kind: 'date', day: dayOfText(trimmed) }
    case 'n':
      if (trimmed === '') return null
      if (!isNumber.test(trimmed)) throw damaged('у числовій клітинці стоїть не число')
      return book.dateStyles.has(style)
        ? { kind: 'date', day: dayOfSerial(Number(trimmed), book.is1904) }
        : { kind: 'number', text: trimmed }
    default:
      throw damaged('у таблиці є клітинки невідомого виду')
  }
}

function stringAt(index: string, strings: readonly string[]): string {
  const text = /^\d+$/.test(index) ? strings[Number(index)] : undefined
  if (text === undefined) throw damaged('бракує текстів, на які посилається таблиця')
  return text
}

/** Rows and cells come in their order, each once; otherwise two programs would show two different tables. */
const outOfOrder = (): Error => damaged('рядки або клітинки таблиці переплутано')
const lastRow = 1_048_576

function nextRow(reference: string | undefined, before: number): number {
  const row = reference === undefined ? before + 1 : Number(reference)
  if (!Number.isInteger(row) || row <= before || row > lastRow) throw outOfOrder()
  return row
}

function nextColumn(reference: string | undefined, row: number, before: number): number {
  if (reference === undefined) return before + 1
  const [, letters, number] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? []
  if (letters === undefined || Number(number) !== row) throw outOfOrder()
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.codePointAt(0) ?? 0) - 64
  if (column - 1 <= before) throw outOfOrder()
  return column - 1
}
