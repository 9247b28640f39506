import { formatMoney } from '#/contract/money.ts'
import type { ReportMetric, ReportStep } from '#/contract/reports.ts'
import { metricWords } from '#/contract/report-words.ts'
import type { ReportName } from '../../addresses/report-view.ts'

export const reportWords: Record<ReportName, string> = {
  summary: 'Підсумок',
  differences: 'Розбіжності',
  accountant: 'Для бухгалтера',
  pictures: 'Графіки',
  close: 'Закриття дня',
}

export const stepWords: Record<ReportStep, string> = {
  day: 'За днями',
  week: 'За тижнями',
  month: 'За місяцями',
  all: 'Разом за період',
}

export interface MetricGroup {
  name: string
  metrics: readonly ReportMetric[]
}

/**
 * As an accountant reads them: what the shop issued, what became of the parcels, what came in, what does not agree, and what the
 * provider counted.
 */
export const metricGroups: readonly MetricGroup[] = [
  { name: 'Чеки', metrics: ['created', 'fiscalized', 'cancelled', 'waiting', 'returned'] },
  { name: 'Посилки', metrics: ['paid', 'refused'] },
  { name: 'Гроші', metrics: ['accepted', 'commission', 'transferred'] },
  { name: 'Розбіжності', metrics: ['no_receipt', 'late', 'sum_differs', 'other_payee'] },
  { name: 'Z-звіти', metrics: ['z_report', 'z_difference'] },
]

export const isMetric = (name: string): name is ReportMetric => name in metricWords

/** What a column counts, where its heading alone does not say. */
export const metricHints: Partial<Record<ReportMetric, string>> = {
  waiting: 'На кінець періоду',
  accepted: 'Від покупців, разом із комісією',
  commission: 'Утримала NovaPay',
  transferred: 'На рахунок',
  sum_differs: 'Різниця з чеком',
  z_report: 'Продано за закриті зміни',
  z_difference: 'Z-звіт мінус наші чеки',
}

export const unknownPayee = 'Одержувач коштів невідомий'
export const noRegister = 'Без каси'

/** «1 234,50»: in a table of hryvnias the sign at every sum would only be noise. */
export const formatSum = (kopiykas: number): string => formatMoney(kopiykas).replace('\u00a0₴', '')
