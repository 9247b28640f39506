import { reportMetrics, SummaryReport, type Figures } from '#/contract/reports.ts'
import type { Cell } from './summary-store.ts'

const nothing: Figures = SummaryReport.shape.total.parse(
  Object.fromEntries(reportMetrics.map((metric) => [metric, { count: 0, amount: 0 }])),
)

/** What is open at the end of the whole is what is open at the end of its last stretch; everything else adds up. */
export function sumOf(cells: readonly Cell[], last: string): Figures {
  const figures = structuredClone(nothing)
  for (const { metric, end, count, amount } of cells) {
    if (metric === 'waiting' && end !== last) continue
    figures[metric].count += count
    figures[metric].amount += amount
  }
  return figures
}

/** The cells as a table, with the totals of each payee and of all. `last`: the last day of the period. */
export function toSummary(cells: readonly Cell[], last: string): SummaryReport {
  const rows = Map.groupBy(cells, ({ start, cash_register, payee }) =>
    JSON.stringify([start, cash_register?.id, payee?.id]),
  )
  const payees = Map.groupBy(cells, ({ payee }) => payee?.id)
  return {
    rows: [...rows.values()].flatMap((of) =>
      of.slice(0, 1).map(({ start, end, cash_register, payee }) => ({
        from: start,
        to: end,
        cash_register,
        payee,
        figures: sumOf(of, end),
      })),
    ),
    payees: [...payees.values()].map((of) => ({ payee: of[0]?.payee ?? null, figures: sumOf(of, last) })),
    total: sumOf(cells, last),
  }
}
