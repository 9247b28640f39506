import { useQuery } from '@tanstack/react-query'
import { cashRegistersQuery } from '../../api/cash-registers.ts'
import { payeesQuery } from '../../api/money.ts'
import { formatLongDateTime } from '../../words/format.ts'
import type { ReportName, ReportView } from '../../addresses/report-view.ts'
import { useNow } from '../../ui/use-now.ts'
import { nameIn } from './name-in.ts'
import { periodName, type Period } from './report-period.ts'
import { noRegister, unknownPayee, reportWords } from './report-words.ts'
import classes from './ReportsPage.module.css'

interface Props {
  report: ReportName
  view: ReportView
  period: Period
}

/** What the fields say on the screen, in words; only paper shows it. */
export function PrintedHead({ report, view: { cash_register_id, payee_id }, period }: Props) {
  const now = useNow()
  const { data: registers } = useQuery(cashRegistersQuery)
  const { data: payees } = useQuery(payeesQuery)
  const filters = [
    cash_register_id !== undefined && `Каса: ${nameIn(registers?.items, cash_register_id, noRegister)}`,
    payee_id !== undefined && `Одержувач коштів: ${nameIn(payees?.items, payee_id, unknownPayee)}`,
    'Суми в гривнях',
    `Складено ${formatLongDateTime(now.toISOString())}`,
  ]
  return (
    <div className={classes.printed}>
      <h2>
        {reportWords[report]}: {periodName(period)}
      </h2>
      <p>{filters.filter(Boolean).join(' · ')}</p>
    </div>
  )
}
