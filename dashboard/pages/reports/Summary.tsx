import { useQuery } from '@tanstack/react-query'
import { summaryReportQuery, type AskedSummary } from '../../api/reports.ts'
import { Loaded } from './Loaded.tsx'
import { NoTransfers } from './NoTransfers.tsx'
import { SummaryCards } from './SummaryCards.tsx'
import { SummaryTable } from './SummaryTable.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'

export function Summary({ asked }: { asked: AskedSummary }) {
  const query = useQuery(summaryReportQuery(asked))
  const isNarrow = useNarrow('inner')
  return (
    <Loaded query={query}>
      {(report) => {
        if (report.rows.length === 0)
          return <p>За цей період немає ні чеків, ні посилок, ні переказів. Змініть період або фільтри.</p>
        return (
          <>
            {report.total.accepted.count === 0 && <NoTransfers />}
            {isNarrow ? <SummaryCards report={report} asked={asked} /> : <SummaryTable report={report} asked={asked} />}
          </>
        )
      }}
    </Loaded>
  )
}
