import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ReportCharts } from '#/contract/report-charts.ts'
import type {
  AccountantReport,
  CloseReport,
  DifferencesQuery,
  DifferencesReport,
  ReportPeriod,
  ReportRows,
  ReportStep,
  SummaryReport,
} from '#/contract/reports.ts'
import type { Behind } from '../addresses/report-view.ts'
import { getJson } from './client.ts'
import { download } from './download.ts'
import { moneyKey } from './money.ts'

/** Whatever changes transfers makes reports old as well. */
const reportsKey = [...moneyKey, 'reports'] as const

export type AskedSummary = ReportPeriod & { step: ReportStep }
export type AskedDifferences = ReportPeriod & Pick<DifferencesQuery, 'open'>

export const summaryReportQuery = (asked: AskedSummary) =>
  queryOptions({
    queryKey: [...reportsKey, 'summary', asked],
    queryFn: ({ signal }) => getJson<SummaryReport>(`/reports/summary?${toQuery({ ...asked })}`, signal),
  })

export const differencesQuery = (asked: AskedDifferences) =>
  queryOptions({
    queryKey: [...reportsKey, 'differences', asked],
    queryFn: ({ signal }) => getJson<DifferencesReport>(`/reports/differences?${toQuery({ ...asked })}`, signal),
  })

export const accountantQuery = (asked: ReportPeriod) =>
  queryOptions({
    queryKey: [...reportsKey, 'accountant', asked],
    queryFn: ({ signal }) => getJson<AccountantReport>(`/reports/accountant?${toQuery({ ...asked })}`, signal),
  })

export const chartsQuery = (asked: ReportPeriod) =>
  queryOptions({
    queryKey: [...reportsKey, 'charts', asked],
    queryFn: ({ signal }) => getJson<ReportCharts>(`/reports/pictures?${toQuery({ ...asked })}`, signal),
  })

/** Without a day the server takes yesterday. */
export const closeQuery = (day: string | undefined) =>
  queryOptions({
    queryKey: [...reportsKey, 'close', day],
    queryFn: ({ signal }) => getJson<CloseReport>(`/reports/close?${toQuery({ day })}`, signal),
  })

export const reportRowsQuery = (behind: Behind) =>
  infiniteQueryOptions({
    queryKey: [...reportsKey, 'rows', behind],
    queryFn: ({ signal, pageParam }) =>
      getJson<ReportRows>(`/reports/rows?${toQuery({ ...behind, limit: 100, cursor: pageParam })}`, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

export type ReportExport =
  | { report: 'summary'; asked: AskedSummary }
  | { report: 'differences'; asked: AskedDifferences }
  | { report: 'accountant'; asked: ReportPeriod }

/** The answer is the name of the file. */
export const exportReport = ({ report, asked }: ReportExport, format: 'xlsx' | 'csv'): Promise<string> =>
  download(`/reports/${report}?${toQuery({ ...asked, format })}`, `${report}.${format}`)

type Fields = Readonly<Record<string, string | number | undefined>>

const toQuery = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
