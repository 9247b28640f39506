import type { Figures, SummaryReport } from '#/contract/reports.ts'
import type { Cell } from './summary-store.ts'

const nothing = (): Figures => ({
  created: { count: 0, amount: 0 },
  fiscalized: { count: 0, amount: 0 },
  cancelled: { count: 0, amount: 0 },
  waiting: { count: 0, amount: 0 },
  refused: { count: 0, amount: 0 },
  returned: { count: 0, amount: 0 },
  paid: { count: 0, amount: 0 },
  accepted: { count: 0, amount: 0 },
  commission: { count: 0, amount: 0 },
  transferred: { count: 0, amount: 0 },
  no_receipt: { count: 0, amount: 0 },
  late: { count: 0, amount: 0 },
  sum_differs: { count: 0, amount: 0 },
  other_payee: { count: 0, amount: 0 },
  z_report: { count: 0, amount: 0 },
  z_difference: { count: 0, amount: 0 },
})

/** What is open at the end of the whole is what is open at the end of its last stretch; everything else adds up. */
export function sumOf(cells: readonly Cell[], last: string): Figures {
  const figures = nothing()
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
