import { z } from 'zod'
import { AuditPage, AuditVerdict } from '#/contract/audit.ts'
import { SessionList, TokenAnswer, User } from '#/contract/auth.ts'
import { CashRegister, CashRegisterList } from '#/contract/cash-registers.ts'
import { errors, type ErrorCode, type ErrorParams, type FieldError } from '#/contract/errors.ts'
import { OneOrder, Order, OrderHistory, OrderList, OrdersByIds, OrderSummary } from '#/contract/orders.ts'
import { toProblem } from '#/contract/problem.ts'
import {
  OneWithdrawnPayout,
  PayeeList,
  Payout,
  PayoutLine,
  PayoutLineList,
  PayoutList,
  PayoutPreview,
  WithdrawnPayoutList,
} from '#/contract/payouts.ts'
import { MoneyAlarms } from '#/contract/parcel-payments.ts'
import { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { AdoptAnswer, Batch, OneReceipt, Preflight, Receipt, ReceiptPage } from '#/contract/receipts.ts'
import { ReportCharts } from '#/contract/report-charts.ts'
import { AccountantReport, CloseReport, DifferencesReport, ReportRows, SummaryReport } from '#/contract/reports.ts'
import { SavedViewList } from '#/contract/saved-views.ts'
import { RecoveryCodes, SecondFactorSetup, SecondFactorState } from '#/contract/second-factor.ts'
import { ServiceStatus } from '#/contract/service-status.ts'
import { CreatedUser, UserList } from '#/contract/users.ts'

const Nothing = z.null()

/**
 * What each call answers, by the contract: a fixture that does not fit its shape does not compile, and one whose value does not
 * fit (a text that is no instant) stops the page. `:id` stands for any one word; the first line that fits is taken.
 */
const shapes = {
  'POST /auth/refresh': TokenAnswer,
  'POST /auth/login': TokenAnswer,
  'POST /auth/password': Nothing,
  'POST /auth/reauth': Nothing,
  'GET /auth/me': User,
  'GET /auth/sessions': SessionList,
  'DELETE /auth/sessions/:id': Nothing,
  'GET /auth/second-factor': SecondFactorState,
  'POST /auth/second-factor': SecondFactorSetup,
  'DELETE /auth/second-factor': Nothing,
  'POST /auth/second-factor/confirm': RecoveryCodes,
  'POST /auth/second-factor/recovery-codes': RecoveryCodes,
  'GET /status': ServiceStatus,
  'GET /orders': OrderList,
  'GET /orders/summary': OrderSummary,
  'GET /orders/by-ids': OrdersByIds,
  'GET /orders/:id': OneOrder,
  'PATCH /orders/:id': Order,
  'GET /orders/:id/history': OrderHistory,
  'POST /orders/:id/track': Order,
  'POST /orders/:id/keep-ttn': Order,
  'POST /orders/:id/editing': Nothing,
  'POST /orders/:id/receipt-not-needed': Order,
  'POST /orders/:id/left-sale': Nothing,
  'POST /crm/decision': Nothing,
  'GET /receipts': ReceiptPage,
  'POST /receipts': Receipt,
  'GET /receipts/alarms': ReceiptAlarms,
  'POST /receipts/preflight': Preflight,
  'POST /receipts/adopt': AdoptAnswer,
  'GET /receipts/batches/:id': Batch,
  'GET /receipts/:id': OneReceipt,
  'POST /receipts/:id/attach': Receipt,
  'POST /receipts/:id/fiscalize': Receipt,
  'POST /receipts/:id/recheck': Receipt,
  'POST /receipts/orphans/:id/dismiss': Nothing,
  'GET /cash-registers': CashRegisterList,
  'POST /cash-registers': CashRegister,
  'POST /cash-registers/:id/check': CashRegister,
  'GET /money/alarms': MoneyAlarms,
  'GET /money/payees': PayeeList,
  'GET /money/registers': PayoutList,
  'POST /money/registers': z.union([PayoutPreview, Payout]),
  'GET /money/registers/withdrawn': WithdrawnPayoutList,
  'GET /money/registers/withdrawn/:id': OneWithdrawnPayout,
  'GET /money/registers/:id': Payout,
  'DELETE /money/registers/:id': Nothing,
  'GET /money/lines': PayoutLineList,
  'POST /money/lines/:id/settle': PayoutLine,
  'DELETE /money/lines/:id/settle': PayoutLine,
  'GET /reports/summary': SummaryReport,
  'GET /reports/rows': ReportRows,
  'GET /reports/differences': DifferencesReport,
  'GET /reports/accountant': AccountantReport,
  'GET /reports/pictures': ReportCharts,
  'GET /reports/close': CloseReport,
  'GET /views': SavedViewList,
  'GET /users': UserList,
  'POST /users': CreatedUser,
  'DELETE /users/:id/sessions': Nothing,
  'GET /audit': AuditPage,
  'GET /audit/verify': AuditVerdict,
} satisfies Record<string, z.ZodType>

type Shapes = typeof shapes
type Route = keyof Shapes

/** A refusal of the catalogue, no answer ever, or no server. */
export type Trouble = { refused: ErrorCode; params?: ErrorParams; fields?: readonly FieldError[] } | 'silence' | 'gone'

interface Asked {
  id: string
  query: URLSearchParams
  /** Of a call that sends a form. */
  form: FormData | null
}

type Answer<Shape extends z.ZodType> = z.infer<Shape> | Trouble | ((asked: Asked) => z.infer<Shape> | Trouble)

export type Answers = { [Name in Route]?: Answer<Shapes[Name]> }

const isRoute = (name: string): name is Route => name in shapes
const routes = Object.keys(shapes).filter(isRoute)

export const supportCode = '0199f3a2-7c1e-7b11-9d50-3f1b2a4c5d6e'

/** Stands in for the server, and for the network: nothing leaves the page. */
export function startFakeServer(first: Answers) {
  let answers = first
  let isOffline = false
  const asked: string[] = []
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    const path = url.pathname.replace(/^\/api\/v1/, '')
    asked.push(`${new Date().toISOString().slice(11, 23)} ${init.method ?? 'GET'} ${path}${url.search}`)
    if (isOffline) throw new TypeError('Failed to fetch')
    if (path === '/events') return new Response(quietStream(init.signal))
    const { name, id } = findRoute(init.method ?? 'GET', path)
    const given: unknown = answers[name]
    const answer: unknown =
      typeof given === 'function' ? given({ id, query: url.searchParams, form: formOf(init.body) }) : given
    if (answer === 'silence') return untilStopped(init.signal)
    if (answer === 'gone') throw new TypeError('Failed to fetch')
    if (isRefused(answer)) return refusal(answer)
    if (answer === undefined) throw complaint(`the state has no answer to ${name}`)
    const { data, error } = shapes[name].safeParse(answer)
    if (error) throw complaint(`the answer to ${name} is not by the contract: ${z.prettifyError(error)}`)
    return data === null ? new Response(null, { status: 204 }) : Response.json(data)
  }
  return {
    /** Every call so far. */
    asked,
    /** From now on it answers otherwise. */
    change: (next: Answers): void => {
      answers = { ...answers, ...next }
    },
    goOffline: (): void => {
      isOffline = true
      for (const close of streams) close()
    },
  }
}

const formOf = (body: unknown): FormData | null => (body instanceof FormData ? body : null)

function findRoute(method: string, path: string): { name: Route; id: string } {
  for (const name of routes) {
    const pattern = new RegExp(`^${name.replace(/:id/g, '([^/]+)')}$`)
    const found = pattern.exec(`${method} ${path}`)
    if (found !== null) return { name, id: found[1] ?? '' }
  }
  throw complaint(`the gallery does not know the call ${method} ${path}`)
}

/** A hole in the fixtures is a fault of the gallery, and must not look like one of the network. */
function complaint(text: string): Error {
  const error = new Error(text)
  reportError(error)
  return error
}

const isRefused = (answer: unknown): answer is Exclude<Trouble, string> =>
  typeof answer === 'object' && answer !== null && 'refused' in answer && typeof answer.refused === 'string'

function refusal({ refused, params, fields }: Exclude<Trouble, string>): Response {
  const { status } = errors[refused]
  const headers = { 'content-type': 'application/problem+json' }
  return Response.json(toProblem(refused, supportCode, params, fields), { status, headers })
}

const untilStopped = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('The request was stopped', 'AbortError')))
  })

const streams = new Set<() => void>()

/** The stream of events: alive, and with nothing to tell. */
function quietStream(signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      const alive = new TextEncoder().encode(': alive\n\n')
      controller.enqueue(alive)
      const beat = setInterval(() => controller.enqueue(alive), 15_000)
      const close = () => {
        clearInterval(beat)
        streams.delete(close)
        controller.close()
      }
      streams.add(close)
      signal?.addEventListener('abort', () => streams.has(close) && close())
    },
  })
}
