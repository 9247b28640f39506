import { dayOfText, isWithinYears, lastYear } from './dates.ts'
import { lineWrong } from './refusals.ts'
import { spelledPlainly } from './spelling.ts'
import { dayOfCell, quoted, textOf, type Cell, type Row } from './table.ts'

export interface Title {
  number: string | null
  day: string | null
  payee_name: string | null
  account: string | null
}

/** Labels after `spelledPlainly`, each at the beginning of its cell. The backslash of «П\р» is the vendor's. */
const labels = {
  number: /^реєстр (переказів|платежів)/u,
  day: /^дата( (реєстру|формування))? ?(:|$)/u,
  payee_name: /^одержувач ?(:|$)/u,
  account: /^([пр] ?[\\/.] ?р|поточний рахунок|рахунок|іваn)(?!\p{L})/u,
} as const

/** The value of a label stands in the same cell, after a colon, or in the next filled one: cells are merged as it pleases them. */
export function readTitle(rows: readonly Row[]): Title {
  const title: Title = { number: null, day: null, payee_name: null, account: null }
  let dayOfNumber: string | null = null
  for (const { row, cells } of rows) {
    const filled = cells.filter((cell) => cell !== undefined)
    for (const [index, cell] of filled.entries()) {
      const label = cell.kind === 'text' ? spelledPlainly(cell.text) : ''
      const next = unlessLabel(filled[index + 1])
      const values = [afterColon(cell), next]
      if (labels.number.test(label)) {
        title.number ??= firstOf([cell, next], toNumber)
        dayOfNumber ??= firstOf([cell], dayInside)
      } else if (labels.day.test(label)) title.day ??= requireDay(row, values)
      else if (labels.payee_name.test(label)) title.payee_name ??= firstOf(values, textOf)
      else if (labels.account.test(label)) title.account ??= firstOf([cell, next], toAccount)
    }
  }
  return { ...title, day: title.day ?? dayOfNumber }
}

/** A label without a value must not take the label beside it for one. */
function unlessLabel(cell: Cell | undefined): Cell | undefined {
  const text = cell?.kind === 'text' ? spelledPlainly(cell.text) : ''
  return Object.values(labels).some((label) => label.test(text)) ? undefined : cell
}

function afterColon(cell: Cell): Cell | undefined {
  const text = cell.kind === 'text' ? cell.text.slice(cell.text.indexOf(':') + 1).trim() : ''
  return text === '' || (cell.kind === 'text' && !cell.text.includes(':')) ? undefined : { kind: 'text', text }
}

function firstOf(cells: readonly (Cell | undefined)[], read: (cell: Cell) => string | null): string | null {
  for (const cell of cells) {
    const value = cell === undefined ? null : read(cell)
    if (value !== null && value !== '') return value
  }
  return null
}

/** «РЕЄСТР ПЕРЕКАЗІВ №40000017», or a cell that holds nothing but the number. */
function toNumber(cell: Cell): string | null {
  const text = textOf(cell) ?? ''
  return (/(?:№|(?<!\p{L})N)\s*(\d{1,20})(?!\d)/u.exec(text) ?? /^(\d{1,20})$/.exec(text))?.[1] ?? null
}

const dayInside = (cell: Cell): string | null =>
  dayOfText(/(?<!\d)\d{1,2}\.\d{1,2}\.\d{4}(?!\d)/.exec(textOf(cell) ?? '')?.[0] ?? '')

function requireDay(row: number, values: readonly (Cell | undefined)[]): string | null {
  const value = values.find((cell) => cell !== undefined)
  if (value === undefined) return null
  const day = dayOfCell(value)
  if (day === null || !isWithinYears(day, lastYear))
    throw lineWrong(row, `у даті реєстру ${quoted(value)}, а це не дата реєстру переказів`)
  return day
}

/** An account is recognised by its IBAN alone; a bank's name beside it may be spelled in any way. The letter «А» may be Cyrillic. */
export function toAccount(cell: Cell | undefined): string | null {
  const text = (textOf(cell) ?? '').replace(/\s/gu, '').toUpperCase()
  const [, digits] = /U[AА](\d{27})(?!\d)/u.exec(text) ?? []
  return digits === undefined ? null : `UA${digits}`
}
