import { z } from 'zod'
import { sooner, type Deadline } from '#/server/platform/outbound/deadline.ts'
import { failureOf } from '../failure-words.ts'
import type { FiscalFailure, RegisterCredentials, ReportWindow, ZReport, ZReportsOutcome } from '../fiscal-client.ts'
import { fromRegister } from './read-register.ts'
import { fromReport, type ReadReport } from './read-z-report.ts'
import type { CheckboxSessions } from './sessions.ts'

/** The most Checkbox gives at once. */
const pageSize = 1000
/** Their default. A page of at least so many may have been cut without a word, so it is followed by another. */
const smallestCap = 25
/** Twenty thousand shifts of one register are fifty years. */
const mostPages = 20
/** A report takes one or two kilobytes. */
const maxBytes = 8 * 1024 ** 2
const pageTimeoutMs = 20_000
/** The zone of their dates is not published, so the window is wider by a day at both ends. */
const dayMs = 24 * 3_600_000

/** The search is over all registers of the organisation, so the one whose key we have is named in it. */
export async function listZReports(
  sessions: CheckboxSessions,
  credentials: RegisterCredentials,
  window: ReportWindow,
  deadline: Deadline,
): Promise<ZReportsOutcome> {
  const call = { method: 'GET', path: '/cash-registers/info', credentials, proof: 'license_key', attempts: 2 } as const
  const told = await sessions.http(call, deadline)
  if (!told.ok) return failed(told.failure)
  const registerId = fromRegister(told.json)?.id ?? null
  if (registerId === null) return failed(notARegister)
  const read = await readPages(sessions, credentials, toQuery(registerId, window), deadline)
  return 'failure' in read ? failed(read.failure) : { ok: true, reports: onlyAskedFor(read.found, registerId, window) }
}

const failed = (failure: FiscalFailure): ZReportsOutcome => ({ ok: false, failure })

const toQuery = (cash_register_id: string, { from, to }: ReportWindow): Record<string, string> => ({
  is_z_report: 'true',
  cash_register_id,
  from_date: new Date(from.getTime() - dayMs).toISOString(),
  to_date: new Date(to.getTime() + dayMs).toISOString(),
})

async function readPages(
  sessions: CheckboxSessions,
  credentials: RegisterCredentials,
  wanted: Record<string, string>,
  deadline: Deadline,
): Promise<{ found: ReadReport[] } | { failure: FiscalFailure }> {
  const found = new Map<string, ReadReport>()
  let [offset, longest] = [0, smallestCap]
  for (let count = 0; count < mostPages; count += 1) {
    const query = new URLSearchParams({ ...wanted, limit: String(pageSize), offset: String(offset) })
    const call = { method: 'GET', path: `/reports/search?${query.toString()}`, maxBytes, attempts: 2 } as const
    const outcome = await sessions.callAsCashier(credentials, call, sooner(deadline, pageTimeoutMs))
    if (!outcome.ok) return { failure: outcome.failure }
    const page = readPage(outcome.json)
    if (page === null) return { failure: notReports }
    const before = found.size
    for (const one of page) found.set(one.report.id, one)
    if (page.length < longest) return { found: [...found.values()] }
    if (found.size === before) return { failure: nothingNew }
    longest = Math.max(longest, page.length)
    offset += page.length
  }
  return { failure: tooLong }
}

const Page = z.object({ results: z.array(z.unknown()) })

/** null when anything in it is not a report. */
function readPage(json: unknown): ReadReport[] | null {
  const page = Page.safeParse(json).data
  const reports = page?.results.map(fromReport).filter((report) => report !== null)
  return reports?.length === page?.results.length ? (reports ?? null) : null
}

function onlyAskedFor(found: readonly ReadReport[], registerId: string, { from, to }: ReportWindow): ZReport[] {
  const isAskedFor = ({ report, is_z, register_id }: ReadReport): boolean => {
    const at = Date.parse(report.closed_at)
    const isOurs = register_id === null || register_id.toLowerCase() === registerId.toLowerCase()
    return is_z && isOurs && at >= from.getTime() && at <= to.getTime()
  }
  return found.filter(isAskedFor).map(({ report }) => report)
}

const notARegister = failureOf('bad_answer', 'Checkbox не розповів про касу')
const notReports = failureOf('bad_answer', 'Checkbox не дав переліку Z-звітів')
const nothingNew = failureOf('bad_answer', 'Checkbox двічі дав ту саму сторінку Z-звітів')
const tooLong = failureOf('bad_answer', 'перелік Z-звітів у Checkbox задовгий, щоб дочитати його до кінця')
