import { findHeadingRow } from './headings.ts'
import { damaged } from './refusals.ts'
import { collectRows, type Row } from './table.ts'

const separators = [';', ',', '\t'] as const
/** The headings stand within the first rows; three tries over more than this would be for nothing. */
const beginning = 100_000

export function readCsv(text: string): readonly Row[] {
  const collected = collectRows()
  const isWhole = parse(text, separatorOf(text.slice(0, beginning)), collected)
  if (!isWhole) throw damaged('лапки в ньому не закрито або за ними стоїть зайве')
  return collected.rows
}

/** The separator that makes the headings of a payout list; without headings the one that makes most columns. */
function separatorOf(text: string): string {
  const tries = separators.map((separator) => ({ separator, rows: rowsBy(separator, text) }))
  const widest = tries.toSorted((one, other) => widthOf(other.rows) - widthOf(one.rows))[0]
  return (tries.find(({ rows }) => findHeadingRow(rows) !== null) ?? widest)?.separator ?? ';'
}

/** A wrong separator may make one cell of a whole line, beyond every bound; what came before tells enough. */
function rowsBy(separator: string, text: string): readonly Row[] {
  const collected = collectRows()
  try {
    parse(text, separator, collected)
  } catch {
    return collected.rows
  }
  return collected.rows
}

const widthOf = (rows: readonly Row[]): number => rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)

/** A quote means something only where a cell begins: «Товариство "Ромашка"» is often written without quotes around it. */
function parse(text: string, separator: string, { put }: ReturnType<typeof collectRows>): boolean {
  let [at, row, column] = [0, 1, 0]
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator)
    if (cell === null) return false
    put(row, column, { kind: 'text', text: cell.text })
    const next = text[cell.end]
    at = cell.end + 1
    if (next === separator) column += 1
    else if (next === undefined || next === '\n' || next === '\r') {
      if (next === '\r' && text[at] === '\n') at += 1
      ;[row, column] = [row + 1, 0]
    } else return false
  }
  return true
}

interface CellText {
  text: string
  end: number
}

function plainCell(text: string, start: number, separator: string): CellText {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

function quotedCell(text: string, start: number): CellText | null {
  let from = start + 1
  let cell = ''
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return null
    cell += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { text: cell, end: quote + 1 }
    cell += '"'
    from = quote + 2
  }
}
