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
import { sumNames } from './accountant-store.ts'

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

const differenceColumns: readonly (readonly [string, (item: Difference) => TableCell])[] = [
  ['Стан', (item) => stateOf(item)],
  ['ТТН', ({ ttn }) => ttn],
  ['Замовлення', ({ order }) => order?.number ?? ''],
  ['Каса', ({ cash_register }) => cash_register?.name ?? ''],
  ['Одержувач за чеком', ({ receipt_payee }) => receipt_payee?.name ?? ''],
  ['Одержувач переказу', ({ payout_payee }) => payout_payee?.name ?? ''],
  ['День', ({ day }) => dotted(day)],
  ['Фіскальний номер чека', ({ receipt }) => receipt?.fiscal_code ?? ''],
  ['Сума чека, грн', ({ receipt }) => money(receipt?.amount ?? null)],
  ['Реєстр №', ({ register }) => register?.number ?? ''],
  ['Дата реєстру', ({ register }) => (register === null ? '' : dotted(register.day))],
  ['Прийнято, грн', ({ accepted }) => money(accepted)],
  ['Комісія, грн', ({ commission }) => money(commission)],
  ['Перераховано, грн', ({ transferred }) => money(transferred)],
  ['Різниця, грн', ({ difference }) => money(difference)],
  ['Днів', ({ days }) => days],
  ['Рішення', ({ settled }) => settled?.reason ?? ''],
  ['Хто вирішив', ({ settled }) => settled?.by ?? ''],
]

export const differencesTable = ({ items }: DifferencesReport): Table => ({
  headings: differenceColumns.map(([heading]) => heading),
  rows: items.map((item) => differenceColumns.map(([, cellOf]) => cellOf(item))),
})

function stateOf({ state, why }: Difference): string {
  const words: Record<string, string> = { ...paymentStateWords, ...lineStateWords }
  const reasons: Record<string, string> = noReceiptWords
  return `${words[state] ?? state}${why === null ? '' : `: ${reasons[why] ?? why}`}`
}

export const accountantTable = ({ rows, total }: AccountantReport): Table => {
  const sums = (one: AccountantReport['total']): TableCell[] => sumNames.map((name) => ({ kopiykas: one[name] }))
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
