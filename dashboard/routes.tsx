import { createRootRoute, createRoute, createRouter, redirect, type ErrorComponentProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { may, type Permission } from '#/contract/permissions.ts'
import { sessionsQuery } from './api/queries.ts'
import { queryClient } from './api/query-client.ts'
import { sessionState } from './api/session-state.ts'
import { ErrorPage } from './pages/failures/ErrorPage.tsx'
import { NotFoundPage } from './pages/failures/NotFoundPage.tsx'
import { SessionsPending } from './pages/sessions/SessionsPending.tsx'
import { paths, safeRedirect } from './addresses/paths.ts'
import { readAuditView } from './addresses/audit-view.ts'
import { readMoneyView, readTransfersView } from './addresses/money-view.ts'
import { readSearch } from './addresses/order-view.ts'
import { readReportView } from './addresses/report-view.ts'
import { AppShell } from './shell/AppShell.tsx'
import { lazyWithRetry } from './ui/lazy-with-retry.tsx'

const root = createRootRoute()

const lazyPage = (load: () => Promise<ComponentType>) => lazyWithRetry(load, { place: 'page' })

/** Where to go on from the login and password pages; anything else in the address is dropped. */
const validateSearch = (search: Record<string, unknown>): { redirect?: string } =>
  typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}

const LoginPage = lazyPage(async () => (await import('./pages/login/LoginPage.tsx')).LoginPage)
if (location.pathname === paths.login) void LoginPage.preload()

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  validateSearch,
  beforeLoad: ({ search }) => {
    if ('user' in sessionState()) throw redirect({ href: safeRedirect(search.redirect), replace: true })
  },
  component: LoginPage,
})

/** Everything below needs a person; one with a one-time password gets no further than choosing their own. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    const session = sessionState()
    const wanted = location.href === paths.home ? {} : { redirect: location.href }
    if (session.phase === 'anonymous') {
      throw redirect({ to: paths.login, search: session.left ? {} : wanted, replace: true })
    }
    const mustChoose = session.phase === 'active' && session.user.must_change_password
    if (mustChoose && location.pathname !== paths.password) {
      throw redirect({ to: paths.password, search: wanted, replace: true })
    }
  },
  component: AppShell,
})

/** A page that a person may not see is, for them, not there. */
const onlyWith = (permission: Permission) => () => {
  const session = sessionState()
  if ('user' in session && !may(session.user.role, permission)) throw redirect({ to: paths.home, replace: true })
}

const OrdersPage = lazyPage(async () => (await import('./pages/orders/OrdersPage.tsx')).OrdersPage)
// Most people come to the orders: the page is fetched while it is found out who they are.
if (location.pathname === paths.orders) void OrdersPage.preload()

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: paths.orders,
  validateSearch: readSearch,
  component: OrdersPage,
})

const bulk = createRoute({
  getParentRoute: () => signedIn,
  path: paths.bulk,
  component: lazyPage(async () => (await import('./pages/bulk/BulkPage.tsx')).BulkPage),
})

const attention = createRoute({
  getParentRoute: () => signedIn,
  path: paths.attention,
  component: lazyPage(async () => (await import('./pages/attention/AttentionPage.tsx')).AttentionPage),
})

const money = createRoute({
  getParentRoute: () => signedIn,
  path: paths.money,
  validateSearch: readMoneyView,
  beforeLoad: onlyWith('money.read'),
  component: lazyPage(async () => (await import('./pages/money/MoneyPage.tsx')).MoneyPage),
})

const moneyPayout = createRoute({
  getParentRoute: () => signedIn,
  path: paths.moneyPayout,
  validateSearch: readTransfersView,
  beforeLoad: onlyWith('money.read'),
  component: lazyPage(async () => (await import('./pages/money/PayoutPage.tsx')).PayoutPage),
})

const moneyWithdrawn = createRoute({
  getParentRoute: () => signedIn,
  path: paths.moneyWithdrawn,
  beforeLoad: onlyWith('money.read'),
  component: lazyPage(async () => (await import('./pages/money/WithdrawnPage.tsx')).WithdrawnPage),
})

const reports = createRoute({
  getParentRoute: () => signedIn,
  path: paths.reports,
  validateSearch: readReportView,
  beforeLoad: onlyWith('money.read'),
  component: lazyPage(async () => (await import('./pages/reports/ReportsPage.tsx')).ReportsPage),
})

const cashRegisters = createRoute({
  getParentRoute: () => signedIn,
  path: paths.cashRegisters,
  component: lazyPage(async () => (await import('./pages/cash-registers/CashRegistersPage.tsx')).CashRegistersPage),
})

const users = createRoute({
  getParentRoute: () => signedIn,
  path: paths.users,
  beforeLoad: onlyWith('user.read'),
  component: lazyPage(async () => (await import('./pages/users/UsersPage.tsx')).UsersPage),
})

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: paths.audit,
  validateSearch: readAuditView,
  beforeLoad: onlyWith('audit.read'),
  component: lazyPage(async () => (await import('./pages/audit/AuditPage.tsx')).AuditPage),
})

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: paths.settings,
  component: lazyPage(async () => (await import('./pages/settings/SettingsPage.tsx')).SettingsPage),
})

const password = createRoute({
  getParentRoute: () => signedIn,
  path: paths.password,
  validateSearch,
  component: lazyPage(async () => (await import('./pages/password/PasswordPage.tsx')).PasswordPage),
})

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: paths.sessions,
  loader: () => queryClient.ensureQueryData(sessionsQuery),
  component: lazyPage(async () => (await import('./pages/sessions/SessionsPage.tsx')).SessionsPage),
  pendingComponent: SessionsPending,
})

const security = createRoute({
  getParentRoute: () => signedIn,
  path: paths.security,
  component: lazyPage(async () => (await import('./pages/security/SecurityPage.tsx')).SecurityPage),
})

const anythingElse = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFoundPage })

function RouteError({ error, reset }: ErrorComponentProps) {
  const retry = () => {
    queryClient.removeQueries({ predicate: (query) => query.state.status === 'error' })
    reset()
    void router.invalidate()
  }
  return <ErrorPage error={error} onRetry={retry} />
}

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    signedIn.addChildren([
      orders,
      attention,
      bulk,
      money,
      moneyPayout,
      moneyWithdrawn,
      reports,
      cashRegisters,
      users,
      audit,
      settings,
      password,
      sessions,
      security,
      anythingElse,
    ]),
  ]),
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingMs: 300,
  scrollRestoration: true,
})

// A screen reader announces the new page because the focus moves to its heading, or to the field one came to fill. A
// page that was opened by its address announces itself; there only the field is of use.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  const field = document.querySelector<HTMLElement>('main [data-autofocus]')
  if (fromLocation === undefined) field?.focus()
  else if (pathChanged) (field ?? document.querySelector<HTMLElement>('main h1'))?.focus()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
