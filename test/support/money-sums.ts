import { sql } from 'kysely'
import type { Payout } from '#/contract/payouts.ts'
import { reportMetrics, type AccountantReport, type Figures, type SummaryReport } from '#/contract/reports.ts'
import { listPayouts } from '#/server/money/payouts/store.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { toCsvText } from '#/server/platform/tables/csv-text.ts'
import { readAccountant } from '#/server/reports/accountant-store.ts'
import { summaryTable } from '#/server/reports/report-tables.ts'
import { toSummary } from '#/server/reports/summary-rules.ts'
import { readCells } from '#/server/reports/summary-store.ts'

/** The sums of a period in every place that tells them. */
export interface ToldSums {
  whole: SummaryReport
  by_day: SummaryReport
  by_month: SummaryReport
  accountant: AccountantReport
  payouts: Payout[]
  csv: string
  /** Asked of the rows themselves. */
  plain: { count: number; accepted: number; commission: number; transferred: number }
}

export async function readSums(db: Db, { from, to }: { from: string; to: string }): Promise<ToldSums> {
  const today = { today: to, late_after_days: 2 }
  const summary = async (step: 'day' | 'month' | 'all') =>
    toSummary(await readCells(db, { from, to, step, format: 'json' }, today, []), to)
  const whole = await summary('all')
  const { rows } = await sql<ToldSums['plain']>`
    select count(*) as count, coalesce(sum(accepted), 0)::bigint as accepted, coalesce(sum(commission), 0)::bigint as commission,
      coalesce(sum(transferred), 0)::bigint as transferred
    from payout_lines where day between ${from}::date and ${to}::date`.execute(db)
  return {
    whole,
    by_day: await summary('day'),
    by_month: await summary('month'),
    accountant: await readAccountant(db, { from, to, format: 'json' }),
    payouts: await listPayouts(db, { limit: 100_000 }, null),
    csv: toCsvText(summaryTable(whole)),
    plain: rows[0] ?? { count: 0, accepted: 0, commission: 0, transferred: 0 },
  }
}

const additive = reportMetrics.filter((metric) => metric !== 'waiting')
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** What waits at the end is no sum of days, so it is left out. */
const amounts = (figures: readonly Figures[]): string =>
  JSON.stringify(
    additive.map((metric) => [
      metric,
      sumOf(figures.map((of) => of[metric].count)),
      sumOf(figures.map((of) => of[metric].amount)),
    ]),
  )
const figuresOf = (rows: readonly { figures: Figures }[]): Figures[] => rows.map(({ figures }) => figures)

const kopiykas = (cell: string | undefined): number => Math.round(Number((cell ?? '').replace(',', '.')) * 100)

/** The column of a file, without its heading and the lines of totals; and its last line. */
function columnOf(csv: string, heading: string): { rows: number[]; total: number } {
  const lines = csv
    .trim()
    .split('\r\n')
    .map((line) => line.replaceAll('"', '').split(';'))
  const place = (lines[0] ?? []).indexOf(heading)
  const rows = lines.slice(1).filter(([first]) => first !== 'Разом' && first !== 'Усього')
  return { rows: rows.map((line) => kopiykas(line[place])), total: kopiykas(lines.at(-1)?.[place]) }
}

const laws: Record<string, (told: ToldSums) => boolean> = {
  'the states of a payout list are its lines': ({ payouts }) =>
    payouts.every(({ lines, states }) => sumOf(Object.values(states)) === lines),
  'days and months come to the period': ({ whole, by_day, by_month }) =>
    [by_day, by_month].every(
      ({ rows, total }) =>
        amounts(figuresOf(rows)) === amounts([whole.total]) && amounts([total]) === amounts([whole.total]),
    ),
  'cash registers and payees come to the period': ({ whole }) =>
    amounts(figuresOf(whole.rows)) === amounts([whole.total]) &&
    amounts(figuresOf(whole.payees)) === amounts([whole.total]),
  'the days of the accountant come to the same': ({ whole, accountant: { rows, total } }) =>
    sumOf(rows.map(({ accepted }) => accepted)) === whole.total.accepted.amount &&
    total.receipts === whole.total.fiscalized.amount &&
    total.commission === whole.total.commission.amount,
  'the file has the rows and the total': ({ whole, csv }) =>
    [
      ['Фіскалізовано, грн', whole.total.fiscalized.amount] as const,
      ['Перераховано, грн', whole.total.transferred.amount] as const,
    ].every(([heading, amount]) => {
      const { rows, total } = columnOf(csv, heading)
      return sumOf(rows) === amount && total === amount
    }),
  'plain SQL says the same': ({ whole: { total }, plain }) =>
    total.accepted.count === plain.count &&
    total.accepted.amount === plain.accepted &&
    total.commission.amount === plain.commission &&
    total.transferred.amount === plain.transferred,
}

/** The laws that these sums break. */
export const brokenSums = (told: ToldSums): string[] =>
  Object.entries(laws).flatMap(([law, holds]) => (holds(told) ? [] : [law]))

/** What each law must see, planted into sums that keep all of them. */
export const plantedSums: [law: string, plant: (told: ToldSums) => void][] = [
  [
    'the states of a payout list are its lines',
    ({ payouts }) => payouts.slice(0, 1).forEach((one) => (one.lines += 1)),
  ],
  [
    'days and months come to the period',
    ({ by_day: { rows } }) =>
      rows.splice(
        rows.findIndex(({ figures }) => figures.accepted.amount !== 0),
        1,
      ),
  ],
  ['cash registers and payees come to the period', ({ whole }) => void whole.payees.pop()],
  ['the days of the accountant come to the same', ({ accountant }) => (accountant.total.receipts += 1)],
  ['the file has the rows and the total', (told) => (told.csv = told.csv.replace(/Усього.*\r\n$/, ''))],
  ['plain SQL says the same', ({ plain }) => (plain.commission -= 1)],
]
