import { amountOnly, lineStateWords, metricWords, noReceiptWords, paymentStateWords } from '#/contract/report-words.ts'
import {
  reportMetrics,
  type AccountantReport,
  type Difference,
  type DifferencesReport,
  type Figures,
  type SummaryReport,
} from '#/contract/reports.ts'
import type { Table, TableCell } from '#/server/platform/tables/table.ts'

const dotted = (day: string): string => day.split('-').toReversed().join('.')

const figureHeadings = reportMetrics.flatMap((metric) =>
  amountOnly.includes(metric)
    ? [`${metricWords[metric]}, грн`]
    : [`${metricWords[metric]}, шт`, `${metricWords[metric]}, ${metric === 'sum_differs' ? 'різниця, ' : ''}грн`],
)

const figureCells = (figures: Figures): TableCell[] =>
  reportMetrics.flatMap((metric) => {
    const { count, amount } = figures[metric]
    return amountOnly.includes(metric) ? [{ kopiykas: amount }] : [count, { kopiykas: amount }]
  })

export const summaryTable = ({ rows, payees, total }: SummaryReport): Table => ({
  headings: ['Від', 'До', 'Каса', 'Одержувач коштів', ...figureHeadings],
  rows: [
    ...rows.map(({ from, to, cash_register, payee, figures }) => [
      dotted(from),
      dotted(to),
      cash_register?.name ?? '',
      payee?.name ?? '',
      ...figureCells(figures),
    ]),
    ...payees.map(({ payee, figures }) => [
      'Разом',
      '',
      '',
      payee?.name ?? 'Одержувач коштів невідомий',
      ...figureCells(figures),
    ]),
    ['Усього', '', '', '', ...figureCells(total)],
  ],
})

const money = (kopiykas: number | null): TableCell => (kopiykas === null ? null : { kopiykas })

export const differencesTable = ({ items }: DifferencesReport): Table => ({
  headings: [
    'Стан',
    'ТТН',
    'Замовлення',
    'Каса',
    'Одержувач за чеком',
    'Одержувач переказу',
    'День',
    'Фіскальний номер чека',
    'Сума чека, грн',
    'Реєстр №',
    'Дата реєстру',
    'Прийнято, грн',
    'Комісія, грн',
    'Перераховано, грн',
    'Різниця, грн',
    'Днів',
    'Рішення',
    'Хто вирішив',
  ],
  rows: items.map((item) => [
    stateOf(item),
    item.ttn,
    item.order?.number ?? '',
    item.cash_register?.name ?? '',
    item.receipt_payee?.name ?? '',
    item.payout_payee?.name ?? '',
    dotted(item.day),
    item.receipt?.fiscal_code ?? '',
    money(item.receipt?.amount ?? null),
    item.register?.number ?? '',
    item.register === null ? '' : dotted(item.register.day),
    money(item.accepted),
    money(item.commission),
    money(item.transferred),
    money(item.difference),
    item.days,
    item.settled?.reason ?? '',
    item.settled?.by ?? '',
  ]),
})

function stateOf({ state, why }: Difference): string {
  const words: Record<string, string> = { ...paymentStateWords, ...lineStateWords }
  const reasons: Record<string, string> = noReceiptWords
  return `${words[state] ?? state}${why === null ? '' : `: ${reasons[why] ?? why}`}`
}

export const accountantTable = ({ rows, total }: AccountantReport): Table => {
  const sums = (one: AccountantReport['total']): TableCell[] =>
    [
      one.receipts,
      one.returned,
      one.accepted,
      one.commission,
      one.transferred,
      one.income_by_receipts,
      one.income_by_transfers,
      one.carried_over,
    ].map((kopiykas) => ({ kopiykas }))
  return {
    headings: [
      'Дата',
      'Одержувач коштів',
      'Чеки, грн',
      'Повернено покупцям, грн',
      'Прийнято, грн',
      'Комісія, грн',
      'Перераховано, грн',
      'Дохід за датою чека, грн',
      'Дохід за датою переказу, грн',
      'Із прийнятого — за посилки минулого місяця, грн',
    ],
    rows: [
      ...rows.map((row) => [dotted(row.day), row.payee?.name ?? '', ...sums(row)]),
      ['Усього', '', ...sums(total)],
    ],
  }
}
