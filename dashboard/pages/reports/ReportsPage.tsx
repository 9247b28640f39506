import type { DifferencesQuery, ReportPeriod } from '#/contract/reports.ts'
import { readBehind, type ReportName, type ReportView } from '../../addresses/report-view.ts'
import type { ReportExport } from '../../api/reports.ts'
import { toKyivDay } from '../../ui/days.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Accountant } from './Accountant.tsx'
import { Close } from './Close.tsx'
import { Differences } from './Differences.tsx'
import { Charts } from './Charts.tsx'
import { PrintedHead } from './PrintedHead.tsx'
import { periodOf, stepOf, type Period } from './report-period.ts'
import { isMetric } from './report-words.ts'
import { ReportDeeds } from './ReportDeeds.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import classes from './ReportsPage.module.css'
import { ReportTabs } from './ReportTabs.tsx'
import { RowsDialog } from './RowsDialog.tsx'
import { Summary } from './Summary.tsx'
import { useReportView, useSetReport } from './use-report.ts'

export function ReportsPage() {
  const view = useReportView()
  const set = useSetReport()
  const today = toKyivDay(useNow())
  const { report = 'summary', rows = '' } = view
  const period = report === 'close' ? null : periodOf(view, today)
  const behind = readBehind(rows)
  return (
    <div className={`stack ${classes.page}`} data-wide>
      <PageTitle
        aside={<ReportDeeds table={period === null ? null : exportOf(report, toAsked(view, period), view, period)} />}
      >
        Звіти
      </PageTitle>
      <ReportTabs report={report} />
      {report === 'close' && <Close view={view} today={today} />}
      {report !== 'close' && <ReportFilters report={report} view={view} today={today} />}
      {report !== 'close' && period === null && <p>Введіть перший і&nbsp;останній день періоду.</p>}
      {period !== null && (
        <>
          <PrintedHead report={report} view={view} period={period} />
          <Chosen report={report} view={view} period={period} />
        </>
      )}
      {behind !== null && isMetric(behind.metric) && (
        <RowsDialog behind={behind} metric={behind.metric} onClose={() => set({ rows: '' })} />
      )}
    </div>
  )
}

const toAsked = ({ cash_register_id, payee_id }: ReportView, { from, to }: Period): ReportPeriod => ({
  from,
  to,
  cash_register_id,
  payee_id,
})

const toOpen = ({ shown }: ReportView): DifferencesQuery['open'] =>
  shown === undefined ? 'true' : shown === 'settled' ? 'false' : 'all'

function exportOf(report: ReportName, asked: ReportPeriod, view: ReportView, period: Period): ReportExport | null {
  if (report === 'summary') return { report, asked: { ...asked, step: stepOf(view, period) } }
  if (report === 'differences') return { report, asked: { ...asked, open: toOpen(view) } }
  return report === 'accountant' ? { report, asked } : null
}

function Chosen({ report, view, period }: { report: ReportName; view: ReportView; period: Period }) {
  const asked = toAsked(view, period)
  if (report === 'differences') return <Differences asked={{ ...asked, open: toOpen(view) }} />
  if (report === 'accountant') return <Accountant asked={asked} />
  if (report === 'pictures') return <Charts asked={asked} />
  return <Summary asked={{ ...asked, step: stepOf(view, period) }} />
}
