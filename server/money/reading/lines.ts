import type { PayoutSums } from '#/contract/payouts.ts'
import { amountTroubles, toKopiykas } from './amounts.ts'
import { firstYear, isWithinYears, shownDay } from './dates.ts'
import { headingNames, named, type Headings, type Meaning } from './headings.ts'
import { lineWrong } from './refusals.ts'
import { spelledPlainly } from './spelling.ts'
import { dayOfCell, quoted, textOf, type Cell, type Row } from './table.ts'
import { toAccount } from './title.ts'
import { toTtnOfCell, ttnTroubles } from './ttn-of-cell.ts'

type Columns = Headings['columns']

export interface FoundLine extends PayoutSums {
  row: number
  ttn: string
  hasOddTtn: boolean
  /** Null: the table has no such column. */
  day: string | null
  operation_id: string | null
  order_ref: string | null
  account: string | null
}

/** What the rows under the headings hold. */
export interface FoundRows {
  lines: FoundLine[]
  stated: PayoutSums | null
  /** Rows that hold something, but neither a TTN nor a sum: a signature, a remark. */
  passedOver: number[]
}

export function readRows(rows: readonly Row[], headings: Headings, lastYear: number): FoundRows {
  const { columns } = headings
  const found: FoundRows = { lines: [], stated: null, passedOver: [] }
  for (const row of rows) {
    if (isTotals(row, headings)) {
      if (found.stated !== null) throw lineWrong(row.row, 'рядок «Всього» стоїть двічі')
      found.stated = readSums(row, columns)
    } else if (found.stated !== null) refuseAfterTotals(row, columns)
    else if (holdsNothing(row, columns)) found.passedOver.push(row.row)
    else found.lines.push(readLine(row, columns, { position: found.lines.length + 1, lastYear }))
  }
  return found
}

const at = ({ cells }: Row, column: number | null): Cell | undefined => (column === null ? undefined : cells[column])

const totalsWord = /^(всього|усього|разом)(?!\p{L})/u
/** The first letter, in either alphabet, rules most cells out without spelling them anew. */
const mayBeTotals = /^\s*[вурbyp]/iu
const isTotalsWord = (cell: Cell | undefined): boolean =>
  cell?.kind === 'text' && mayBeTotals.test(cell.text) && totalsWord.test(spelledPlainly(cell.text.slice(0, 40)))

/** Recognised by its word alone: a line may well lack an order's number. A buyer or an order may be called so too. */
function isTotals(row: Row, { columns, freeText }: Headings): boolean {
  const words = row.cells.flatMap((cell, column) => (isTotalsWord(cell) ? [column] : []))
  if (words.length === 0) return false
  if (words.includes(columns.ttn) || at(row, columns.ttn) === undefined) return true
  if (words.every((column) => freeText.has(column))) return false
  throw lineWrong(row.row, 'у рядку «Всього» стоїть ТТН')
}

/** Nothing may be cut off unseen: what follows the totals was not added up in them. Signatures may follow. */
function refuseAfterTotals(row: Row, columns: Columns): void {
  const isTtn = (cell: Cell | undefined): boolean => typeof toTtnOfCell(cell) === 'object'
  const hasWholeTtn = row.cells.some(isWholeTtn)
  const hasSums = at(row, columns.accepted) !== undefined && at(row, columns.transferred) !== undefined
  if (isTtn(at(row, columns.ttn)) || hasWholeTtn || hasSums)
    throw lineWrong(row.row, 'переказ стоїть після рядка «Всього»')
}

function isWholeTtn(cell: Cell | undefined): boolean {
  const found = toTtnOfCell(cell)
  return typeof found === 'object' && /^\d{14}$/.test(found.ttn)
}

function holdsNothing(row: Row, columns: Columns): boolean {
  const { ttn, accepted, commission, transferred } = columns
  if ([ttn, accepted, commission, transferred].some((column) => at(row, column) !== undefined)) return false
  if (/^\d+\.?$/.test(textOf(at(row, columns.line)) ?? '')) throw lineWrong(row.row, 'є номер рядка, а ТТН і сум немає')
  return true
}

interface Place {
  position: number
  lastYear: number
}

function readLine(row: Row, columns: Columns, { position, lastYear }: Place): FoundLine {
  const ttn = at(row, columns.ttn)
  if (ttn === undefined) throw lineWrong(row.row, 'є сума, а ТТН немає')
  const found = toTtnOfCell(ttn)
  if (typeof found === 'string')
    throw lineWrong(row.row, `у стовпці ${named('ttn')} ${quoted(ttn)}: ${ttnTroubles[found]}`)
  if (columns.line !== null) requirePosition(row, columns.line, position)
  return {
    row: row.row,
    ttn: found.ttn,
    hasOddTtn: found.isOdd,
    day: columns.day === null ? null : requireDay(row, columns.day, lastYear),
    ...readSums(row, columns),
    operation_id: readOperation(row, columns.operation_id),
    order_ref: textOf(at(row, columns.order_ref)),
    account: toAccount(at(row, columns.account)),
  }
}

/** Lines are counted from 1 without a gap; a gap means that a line was taken out. */
function requirePosition(row: Row, column: number, position: number): void {
  const cell = at(row, column)
  if (textOf(cell)?.replace(/\.$/, '') !== String(position))
    throw lineWrong(row.row, `у стовпці ${named('line')} ${quoted(cell)}, а має бути ${position}`)
}

function requireDay(row: Row, column: number, lastYear: number): string {
  const cell = at(row, column)
  const day = dayOfCell(cell)
  if (day === null) throw lineWrong(row.row, `у стовпці ${named('day')} ${quoted(cell)}, а це не дата`)
  if (!isWithinYears(day, lastYear))
    throw lineWrong(row.row, `дата ${shownDay(day)} неможлива: переказ має бути між ${firstYear} і ${lastYear} роком`)
  return day
}

function readSums(row: Row, columns: Columns): PayoutSums {
  return {
    accepted: requireSum(row, 'accepted', columns),
    // NovaPay leaves the cell blank where nothing was withheld.
    commission: at(row, columns.commission) === undefined ? 0 : requireSum(row, 'commission', columns),
    transferred: requireSum(row, 'transferred', columns),
  }
}

function requireSum(row: Row, name: Meaning, columns: Columns): number {
  const cell = at(row, columns[name])
  if (cell === undefined) throw lineWrong(row.row, `немає суми у стовпці ${named(name)}`)
  const sum = toKopiykas(cell)
  if (typeof sum === 'string')
    throw lineWrong(row.row, `у стовпці ${named(name)} ${quoted(cell)}: ${amountTroubles[sum]}`)
  return sum
}

/** Operations differ by this number alone, so a number that a spreadsheet rounded would join two of them. */
function readOperation(row: Row, column: number | null): string | null {
  const cell = at(row, column)
  const text = textOf(cell)
  if (cell !== undefined && (text === null || /^[\d.,]+e[+-]?\d+$/iu.test(text) || /^\d+[.,]\d+$/.test(text)))
    throw lineWrong(row.row, `у стовпці «${headingNames.operation_id}» ${quoted(cell)}, а це не номер операції`)
  return text
}
