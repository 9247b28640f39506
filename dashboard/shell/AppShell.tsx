import { Link, Outlet } from '@tanstack/react-router'
import { may, type Permission } from '#/contract/permissions.ts'
import { paths } from '../paths.ts'
import { Toasts } from '../ui/Toasts.tsx'
import classes from './AppShell.module.css'
import { Mark } from './Mark.tsx'
import { SessionDialog } from './SessionDialog.tsx'
import { useSession, useUser, UserContext } from './user.ts'
import { UserMenu } from './UserMenu.tsx'

/** What is around every page of a person who is logged in. */
export function AppShell() {
  const session = useSession()
  // For the moment between logging out and the login page.
  if (!('user' in session)) return null

  const { user } = session
  return (
    <UserContext value={user}>
      <a className={classes.skip} href="#main">
        Перейти до вмісту
      </a>
      <header className={classes.header}>
        <Link to={paths.home} className={classes.brand}>
          <Mark size={28} />
          Касир
        </Link>
        {!user.must_change_password && <Navigation />}
        <div className={classes.user}>
          <UserMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Toasts />
      {session.phase === 'interrupted' && <SessionDialog session={session} />}
    </UserContext>
  )
}

/** Pages in the order of the day's work; one that a person may not open has no entry. */
const entries: readonly { to: string; label: string; permission: Permission }[] = [
  { to: paths.orders, label: 'Замовлення', permission: 'order.read' },
  { to: paths.attention, label: 'Потребує уваги', permission: 'receipt.read' },
  { to: paths.cashRegisters, label: 'Каси', permission: 'register.read' },
  { to: paths.users, label: 'Користувачі', permission: 'user.read' },
  { to: paths.audit, label: 'Журнал', permission: 'audit.read' },
]

function Navigation() {
  const { role } = useUser()
  return (
    <nav className={classes.navigation} aria-label="Головне меню">
      {entries
        .filter(({ permission }) => may(role, permission))
        .map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            className={classes.entry}
            activeOptions={{ exact: entry.to === paths.home }}
          >
            {entry.label}
          </Link>
        ))}
    </nav>
  )
}
