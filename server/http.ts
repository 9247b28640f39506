import { join } from 'node:path'
import { sql } from 'kysely'
import { auditGauges } from './audit/alarm/raise-alarm.ts'
import { auditRoutes } from './audit/routes.ts'
import { actorOf, guardRoutes } from './auth/guard/guard.ts'
import { accountRoutes } from './auth/account/routes.ts'
import { logInRoutes, passkeyLogInRoutes } from './auth/login/routes.ts'
import { passkeyRoutes, secondFactorRoutes } from './auth/second-factor/routes.ts'
import { cashRegisterRoutes } from './cash-registers/routes.ts'
import type { App } from './app.ts'
import { eventRoutes } from './events/routes.ts'
import { moneyRoutes } from './money/routes.ts'
import { shiftGauges } from './money/shifts/gauges.ts'
import { orderGauges } from './orders/syncing/gauges.ts'
import { ordersRoutes } from './orders/routes.ts'
import type { EventBus } from './platform/events.ts'
import { watchHealth } from './platform/http/health/health.ts'
import type { Http } from './platform/http/http.ts'
import { createHttp } from './platform/http/create-http.ts'
import { defaultLimits, limitLoad, type RateLimits } from './platform/http/limits.ts'
import { answerWrongMethods } from './platform/http/answers/method-not-allowed.ts'
import { describeApi } from './platform/http/docs/openapi.ts'
import { firstWords, serveSinglePage } from './platform/http/single-page.ts'
import { receiptGauges } from './receipts/gauges.ts'
import { reportRoutes } from './reports/routes.ts'
import { createReceiptRoutes, receiptRoutes } from './receipts/routes.ts'
import { foundDocumentRoutes, settlingRoutes } from './receipts/settling/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { userRoutes } from './users/routes.ts'
import { viewRoutes } from './views/routes.ts'

export interface WebOptions {
  check_answers?: boolean
  limits?: Partial<RateLimits>
  dashboard?: string
  heartbeat_ms?: number
  sync_fresh_ms?: number
}

/** The whole HTTP face of the service: what stands before every route, then every route module in one list. */
export async function createWeb(app: App, bus: EventBus, options: WebOptions = {}): Promise<Http> {
  const { host, public_url, trusted_proxies, metrics_token } = app.config
  const http = createHttp({
    log: app.log,
    host,
    public_url,
    trusted_proxies,
    check_answers: options.check_answers ?? false,
  })
  const taken = firstWords(http)
  const registerWrongMethods = answerWrongMethods(http)
  const checkLimit = await limitLoad(http, { ...defaultLimits, ...options.limits })
  guardRoutes(http, app, checkLimit)
  await describeApi(http, [
    'Замовлення',
    'Чеки',
    'Гроші',
    'Звіти',
    'Каси',
    'Вхід',
    'Користувачі',
    'Журнал',
    'Події',
    'Служба',
  ])
  watchHealth(http, {
    ready: () => sql`select 1`.execute(app.db).then(() => undefined),
    job_depths: () => app.jobs.depths(),
    gauges: [...receiptGauges(app), ...orderGauges(app), ...shiftGauges(app), ...auditGauges(app)],
    metrics: { token: metrics_token, public_url },
  })

  const modules = [
    ordersRoutes(app, bus, options.sync_fresh_ms),
    viewRoutes(app),
    createReceiptRoutes(app),
    receiptRoutes(app),
    settlingRoutes(app),
    foundDocumentRoutes(app),
    moneyRoutes(app),
    reportRoutes(app),
    cashRegisterRoutes(app),
    logInRoutes(app),
    accountRoutes(app),
    secondFactorRoutes(app),
    passkeyRoutes(app),
    passkeyLogInRoutes(app),
    userRoutes(app),
    auditRoutes(app, actorOf),
    eventRoutes(app, bus, options.heartbeat_ms),
    statusRoutes(app),
  ]
  for (const routes of modules) await http.register(routes, { prefix: '/api/v1' })

  registerWrongMethods()
  await serveSinglePage(http, options.dashboard ?? join(import.meta.dirname, '..', 'dashboard', 'dist'), taken)
  return http
}
