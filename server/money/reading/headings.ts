import { AppError } from '#/contract/errors.ts'
import { refuseForeignList } from './foreign-lists.ts'
import { spelledPlainly } from './spelling.ts'
import { shortened, textOf, type Row } from './table.ts'

export const required = ['ttn', 'accepted', 'commission', 'transferred'] as const
const optional = ['line', 'day', 'order_ref', 'operation_id', 'account'] as const
export type Meaning = (typeof required)[number] | (typeof optional)[number]
/** Known and never read: what the buyer is called and paid with stays in the file. */
type Heading = Meaning | 'read_past'

/** As NovaPay's own lists spell them, for sentences. */
export const headingNames: Record<Meaning, string> = {
  line: '№',
  day: 'Дата перерахунку коштів',
  accepted: 'Сума прийнятих коштів',
  commission: 'Сума утриманої винагороди',
  transferred: 'Сума перерахованих коштів',
  ttn: '№ ЕН НП',
  order_ref: 'Номер замовлення',
  account: 'Номер рахунку одержувача',
  operation_id: 'Унікальний обліковий номер фінансової операції',
}

/** Spellings after `spelledPlainly`: those that were seen, and those that mean the same beyond doubt. */
const spellings: readonly (readonly [Heading, RegExp])[] = [
  ['line', /^(№|n|nо|№ ?[пз] ?[/\\.] ?п)$/u],
  ['day', /^дата( (перерахунку|перерахування|переказу)( коштів)?)?$/u],
  ['accepted', /^(сума прийнятих (коштів|платежів)|прийнято( коштів)?)$/u],
  ['commission', /^(сума )?(утриман(ої|а) )?(винагород[аи]|комісі[яї])$/u],
  ['transferred', /^(сума перерахованих (коштів|платежів)|перераховано( коштів)?)$/u],
  ['ttn', /^((№|номер) )?(ен|ттн|експрес[- ]накладн(ої|а))( (нп|нової пошти))?$/u],
  ['order_ref', /^(№|номер) замовлення$/u],
  // One letter stands in brackets because our own sentences never use that word.
  ['account', /^(номер рахунку|рахунок) (одержувача|от[р]имувача)$/u],
  ['operation_id', /^унікальний (обліковий )?номер (фінансової )?операції$/u],
  ['read_past', /^(сервіс|тариф|піб (покупця|платника)|покупець|платник|оплачено)$/u],
  ['read_past', /^унікальний номер платіжного засобу/u],
]

function headingOf(text: string): Heading | null {
  const plain = spelledPlainly(text)
  return spellings.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

export interface Headings {
  /** The place of the heading row among the rows. */
  index: number
  columns: { readonly [Name in Meaning]: Name extends (typeof required)[number] ? number : number | null }
  /** Where anything may be written: what is read past, and the shop's own numbers of orders. */
  freeText: ReadonlySet<number>
  unknown: readonly string[]
}

interface Found {
  text: string
  column: number
  heading: Heading | null
}

const foundIn = ({ cells }: Row): Found[] =>
  cells.flatMap((cell, column) => {
    const text = cell?.kind === 'text' ? (textOf(cell) ?? '') : ''
    return text === '' ? [] : [{ text, column, heading: headingOf(text) }]
  })

const missingIn = (found: readonly Found[]): Meaning[] =>
  required.filter((name) => !found.some(({ heading }) => heading === name))

/** A table begins within so many rows; a heading further down is none. */
const rowsBeforeTable = 100

export function findHeadingRow(rows: readonly Row[]): number | null {
  const index = rows.slice(0, rowsBeforeTable).findIndex((row) => missingIn(foundIn(row)).length === 0)
  return index === -1 ? null : index
}

export function requireHeadings(rows: readonly Row[]): Headings {
  const index = findHeadingRow(rows)
  const row = index === null ? undefined : rows[index]
  if (index === null || row === undefined) {
    refuseForeignList(rows.slice(0, rowsBeforeTable))
    throw headingsMissing(rows)
  }
  const found = foundIn(row)
  const columnOf = (name: Meaning): number | null => {
    const [first, second] = found.filter(({ heading }) => heading === name)
    if (second !== undefined) throw new AppError('money.heading_twice', { heading: headingNames[name] })
    return first?.column ?? null
  }
  const requiredColumn = (name: Meaning): number => {
    const column = columnOf(name)
    if (column === null) throw headingsMissing(rows)
    return column
  }
  return {
    index,
    columns: {
      ttn: requiredColumn('ttn'),
      accepted: requiredColumn('accepted'),
      commission: requiredColumn('commission'),
      transferred: requiredColumn('transferred'),
      line: columnOf('line'),
      day: columnOf('day'),
      order_ref: columnOf('order_ref'),
      operation_id: columnOf('operation_id'),
      account: columnOf('account'),
    },
    freeText: new Set(
      found.flatMap(({ column, heading }) => (heading === 'read_past' || heading === 'order_ref' ? [column] : [])),
    ),
    unknown: found.flatMap(({ text, heading }) => (heading === null ? [shortened(text)] : [])),
  }
}

/** Names what the likeliest row lacks: the one with most of the headings. */
function headingsMissing(rows: readonly Row[]): AppError {
  const likeliest = rows
    .slice(0, rowsBeforeTable)
    .map(foundIn)
    .reduce<Found[]>((best, found) => (knownIn(found) > knownIn(best) ? found : best), [])
  return new AppError('money.headings_missing', {
    missing: missingIn(likeliest).map(named).join(', '),
    found:
      likeliest
        .slice(0, 12)
        .map(({ text }) => `«${shortened(text)}»`)
        .join(', ') || 'жодного відомого',
  })
}

const knownIn = (found: readonly Found[]): number => found.filter(({ heading }) => heading !== null).length

export const named = (name: Meaning): string => `«${headingNames[name]}»`
