import type { Figures, SummaryReport } from '#/contract/reports.ts'
import type { Behind } from '../../addresses/report-view.ts'
import type { AskedSummary } from '../../api/reports.ts'
import { periodName } from './report-period.ts'
import { noRegister, unknownPayee } from './report-words.ts'

type Where = Omit<Behind, 'metric'>

/** One line of the summary as it is shown, and where the rows behind its numbers are. */
export interface SummaryLine {
  key: string
  /** «01.10.2026, Основна», «Усього: жовтень 2026». */
  name: string
  period: string
  register: string
  payee: string
  figures: Figures
  where: Where
}

const idOf = (one: { id: string } | null): string => one?.id ?? 'none'

export const linesOf = ({ rows }: Pick<SummaryReport, 'rows'>): SummaryLine[] =>
  rows.map(({ from, to, cash_register, payee, figures }) => ({
    key: `${from} ${idOf(cash_register)} ${idOf(payee)}`,
    name: `${periodName({ from, to })}, ${cash_register?.name ?? noRegister}`,
    period: periodName({ from, to }),
    register: cash_register?.name ?? noRegister,
    payee: payee?.name ?? unknownPayee,
    figures,
    where: { from, to, cash_register_id: idOf(cash_register), payee_id: idOf(payee) },
  }))

/** Of each payee, if there are several, and of all; within what the filters leave. */
export function totalsOf(
  { payees, total }: Pick<SummaryReport, 'payees' | 'total'>,
  asked: AskedSummary,
): SummaryLine[] {
  const { step: _step, ...where } = asked
  const period = periodName(asked)
  const each = payees.map(({ payee, figures }) => ({
    key: `payee ${idOf(payee)}`,
    name: `Разом: ${period}`,
    period,
    register: 'Разом',
    payee: payee?.name ?? unknownPayee,
    figures,
    where: { ...where, payee_id: idOf(payee) },
  }))
  const all = { key: 'all', name: `Усього: ${period}`, period, register: 'Усього', payee: '', figures: total, where }
  return payees.length > 1 ? [...each, all] : [all]
}
