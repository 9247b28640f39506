import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#/contract/errors.ts'
import {
  AccountantQuery,
  AccountantReport,
  CloseQuery,
  CloseReport,
  DifferencesQuery,
  DifferencesReport,
  ChartsQuery,
  ReportRows,
  ReportRowsQuery,
  SummaryQuery,
  SummaryReport,
  whyNotPeriod,
  type ReportFormat,
  type ReportPeriod,
  type ReportStep,
} from '#/contract/reports.ts'
import { isShiftMetric } from '#/contract/report-words.ts'
import { ReportCharts } from '#/contract/report-charts.ts'
import type { ShiftCount } from '#/contract/shift-counts.ts'
import { actorOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import { judgeChanged } from '#/server/money/judging/judge-changed.ts'
import { todayIn } from '#/server/money/parcels/today.ts'
import { listAllShifts } from '#/server/money/shifts/list-shifts.ts'
import { fromCursor } from '#/server/platform/cursor.ts'
import type { Http } from '#/server/platform/http/http.ts'
import type { Table } from '#/server/platform/tables/table.ts'
import { readAccountant } from './accountant-store.ts'
import { closeDay } from './close.ts'
import { readDifferences } from './differences-store.ts'
import { exportReport } from './export-report.ts'
import { readCharts } from './charts-store.ts'
import { accountantTable, differencesTable, summaryTable } from './report-tables.ts'
import { readRows } from './rows-store.ts'
import { toSummary } from './summary-rules.ts'
import { readCells } from './summary-store.ts'

const tags = ['Звіти']

/** JSON, or the same table as a file; the bytes of a file go past the schema. */
const fileTypes = {
  'text/csv': { schema: z.string() },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: z.string() },
}
const jsonOrFile = (schema: z.ZodType) => ({
  200: { description: 'Звіт', content: { 'application/json': { schema }, ...fileTypes } },
})

export const reportRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/reports/summary',
    {
      config: { permission: 'money.read' },
      schema: { tags, summary: 'Підсумок за період', querystring: SummaryQuery, response: jsonOrFile(SummaryReport) },
    },
    async (request, reply) => {
      const { query } = request
      await begin(app, query)
      const report = toSummary(await readCells(app.db, query, todayIn(app), await listShiftsOf(app, query)), query.to)
      return answer(app, { request, reply, report, name: 'summary', table: () => summaryTable(report) })
    },
  )

  http.get(
    '/reports/rows',
    {
      config: { permission: 'money.read' },
      schema: {
        tags,
        summary: 'Рядки за одним числом звіту',
        querystring: ReportRowsQuery,
        response: { 200: ReportRows },
      },
    },
    async ({ query }) => {
      await begin(app, query)
      const shifts = isShiftMetric(query.metric) ? await listShiftsOf(app, query) : []
      return readRows(app.db, query, fromCursor(query.cursor), todayIn(app), shifts)
    },
  )

  http.get(
    '/reports/differences',
    {
      config: { permission: 'money.read' },
      schema: { tags, summary: 'Розбіжності', querystring: DifferencesQuery, response: jsonOrFile(DifferencesReport) },
    },
    async (request, reply) => {
      await begin(app, request.query)
      const report = await readDifferences(app.db, request.query, todayIn(app))
      return answer(app, { request, reply, report, name: 'differences', table: () => differencesTable(report) })
    },
  )

  http.get(
    '/reports/accountant',
    {
      config: { permission: 'money.read' },
      schema: {
        tags,
        summary: 'Для бухгалтера, за днями',
        querystring: AccountantQuery,
        response: jsonOrFile(AccountantReport),
      },
    },
    async (request, reply) => {
      await begin(app, request.query)
      const report = await readAccountant(app.db, request.query)
      return answer(app, { request, reply, report, name: 'accountant', table: () => accountantTable(report) })
    },
  )

  http.get(
    '/reports/pictures',
    {
      config: { permission: 'money.read' },
      schema: { tags, summary: 'Звіти в малюнках', querystring: ChartsQuery, response: { 200: ReportCharts } },
    },
    async ({ query }) => {
      await begin(app, { ...query, step: 'day' })
      return readCharts(app.db, query, todayIn(app))
    },
  )

  http.get(
    '/reports/close',
    {
      config: { permission: 'money.read' },
      schema: { tags, summary: 'Чи все за день залагоджено', querystring: CloseQuery, response: { 200: CloseReport } },
    },
    ({ query }) => closeDay(app, query.day),
  )
}

/** What changed meanwhile is judged first, so that all numbers of a report are of one moment. */
async function begin(app: App, query: ReportPeriod & { step?: ReportStep | undefined }): Promise<void> {
  const refusal = whyNotPeriod(query)
  if (refusal !== null) throw new AppError('request.invalid', {}, [{ pointer: '?to', detail: refusal }])
  await judgeChanged(app)
}

/** Of all registers: the statement picks those of the request. */
const listShiftsOf = (app: App, { from, to }: ReportPeriod): Promise<ShiftCount[]> => listAllShifts(app, { from, to })

interface Answer {
  request: FastifyRequest<{ Querystring: ReportPeriod & { format: ReportFormat } }>
  reply: FastifyReply
  report: object
  name: string
  table: () => Table
}

async function answer(app: App, { request, reply, report, name, table }: Answer): Promise<FastifyReply> {
  const { format, from, to } = request.query
  if (format === 'json') return reply.send(report)
  const file = await exportReport(app, actorOf(request), { report: name, from, to, format, table: table() })
  return reply.type(file.type).header('content-disposition', `attachment; filename="${file.name}"`).send(file.content)
}
