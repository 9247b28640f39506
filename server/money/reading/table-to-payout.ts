import { AppError } from '#/contract/errors.ts'
import type { PayoutSums } from '#/contract/payouts.ts'
import { lastYear } from './dates.ts'
import { readFileName } from './file-name.ts'
import { named, requireHeadings, type Headings } from './headings.ts'
import { requireTotals, whoseSigns, withSigns } from './laws.ts'
import { readRows, type FoundLine } from './lines.ts'
import { notesOf } from './notes.ts'
import type { Table } from './table.ts'
import { readTitle } from './title.ts'

export interface ReadLine extends PayoutSums {
  /** Row of the file, from 1, for sentences. */
  row: number
  ttn: string
  day: string
  operation_id: string | null
  order_ref: string | null
}

export interface ReadPayout {
  form: 'xlsx' | 'csv'
  number: string | null
  day: string | null
  payee_name: string | null
  account: string | null
  lines: ReadLine[]
  /** What «Всього» says; null: there is no such row. */
  stated: PayoutSums | null
  /** What is odd about the file, in sentences for people. */
  notes: string[]
}

/** The laws hold in what is returned: nothing is taken half, nothing is guessed. */
export function toPayout(table: Table, fileName: string): ReadPayout {
  const headings = requireHeadings(table.rows)
  const title = readTitle(table.rows.slice(0, headings.index))
  const name = readFileName(fileName)
  const day = title.day ?? name.day
  const rows = table.rows.slice(headings.index + 1)
  const found = readRows(rows, headings, day === null ? lastYear : Number(day.slice(0, 4)) + 1)
  if (found.lines.length === 0) throw new AppError('money.lines_missing')
  const signs = whoseSigns(found.lines)
  const lines = found.lines.map((line) => withSigns(line, signs))
  const stated = found.stated && withSigns(found.stated, signs)
  requireTotals(lines, stated)
  const accounts = [...new Set(lines.map(({ account }) => account))]
  const common = accounts.length === 1 ? (accounts[0] ?? null) : null
  return {
    form: table.form,
    number: title.number ?? name.number,
    day,
    payee_name: title.payee_name,
    account: title.account ?? common,
    lines: lines.map((line) => toReadLine(line, day, headings)),
    stated,
    notes: notesOf({ table, headings, title, name, found: { ...found, lines }, signs }),
  }
}

/** A table without a column of days belongs to the day of its list. */
function toReadLine(line: FoundLine, listDay: string | null, { columns }: Headings): ReadLine {
  const day = columns.day === null ? listDay : line.day
  if (day === null)
    throw new AppError('money.headings_missing', { missing: named('day'), found: 'решту потрібних стовпців' })
  const { row, ttn, accepted, commission, transferred, operation_id, order_ref } = line
  return { row, ttn, day, accepted, commission, transferred, operation_id, order_ref }
}
