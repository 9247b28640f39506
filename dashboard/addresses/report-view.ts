import type { ReportStep } from '#/contract/reports.ts'
import { isDay } from '../ui/day-text.ts'

export const reportNames = ['summary', 'differences', 'accountant', 'pictures', 'close'] as const
export type ReportName = (typeof reportNames)[number]

/** What of the differences is shown; the open ones need no word. */
export const shownDifferences = ['settled', 'all'] as const
export type ShownDifferences = (typeof shownDifferences)[number]

/** Everything a report depends on, so that a link shows the same. Without a period it is the present month. */
export interface ReportView {
  /** The summary needs no word. */
  report?: ReportName
  from?: string
  to?: string
  step?: ReportStep
  /** An id, or `none`: what belongs to no register we know. */
  cash_register_id?: string
  payee_id?: string
  shown?: ShownDifferences
  /** The day whose close is looked at; yesterday unless it is said. */
  day?: string
  /** The rows behind one number, open over the report: `writeBehind`. */
  rows?: string
}

/** One number of a report: what is counted, when and whose. */
export interface Behind {
  metric: string
  from: string
  to: string
  cash_register_id?: string | undefined
  payee_id?: string | undefined
}

const steps: readonly ReportStep[] = ['day', 'week', 'month', 'all']
const id = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}|none'
const whose = new RegExp(`^(?:${id})$`)
const written = new RegExp(`^([a-z_]{3,20})\\.([\\d-]{10})\\.([\\d-]{10})\\.(${id}|)\\.(${id}|)$`)

/** Anything in the address that the page does not understand is dropped: a link never leads to an error. */
export function readReportView(raw: Record<string, unknown>): ReportView {
  const view: ReportView = {}
  const text = (name: string): string => (typeof raw[name] === 'string' ? raw[name] : '')
  const report = reportNames.find((name) => name === raw['report'])
  const step = steps.find((name) => name === raw['step'])
  const shown = shownDifferences.find((name) => name === raw['shown'])
  if (report !== undefined) view.report = report
  if (isDay(text('from'))) view.from = text('from')
  if (isDay(text('to'))) view.to = text('to')
  if (step !== undefined) view.step = step
  if (whose.test(text('cash_register_id'))) view.cash_register_id = text('cash_register_id')
  if (whose.test(text('payee_id'))) view.payee_id = text('payee_id')
  if (shown !== undefined) view.shown = shown
  if (isDay(text('day'))) view.day = text('day')
  if (readBehind(text('rows')) !== null) view.rows = text('rows')
  return view
}

export const writeBehind = ({ metric, from, to, cash_register_id = '', payee_id = '' }: Behind): string =>
  [metric, from, to, cash_register_id, payee_id].join('.')

export function readBehind(text: string): Behind | null {
  const [, metric = '', from = '', to = '', cash_register_id = '', payee_id = ''] = written.exec(text) ?? []
  if (!isDay(from) || !isDay(to)) return null
  return {
    metric,
    from,
    to,
    ...(cash_register_id !== '' && { cash_register_id }),
    ...(payee_id !== '' && { payee_id }),
  }
}
