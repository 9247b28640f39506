import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useAsks } from '../api/asks.ts'
import { statusQuery } from '../api/status.ts'
import { Overlays } from '../keyboard/Overlays.tsx'
import { BulkDock } from '../pages/receipts/BulkDock.tsx'
import { paths } from '../paths.ts'
import { dutyOf } from '../second-factor-duty.ts'
import { Toasts } from '../ui/Toasts.tsx'
import classes from './AppShell.module.css'
import { Banners } from './Banners.tsx'
import { Invitation } from './Invitation.tsx'
import { LiveChip } from './LiveChip.tsx'
import { Mark } from './Mark.tsx'
import { Navigation } from './Navigation.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { SessionDialog } from './SessionDialog.tsx'
import { SessionWarning } from './SessionWarning.tsx'
import { useSession, UserContext } from './user.ts'
import { UserMenu } from './UserMenu.tsx'

// Few people meet them, so they are loaded when they are wanted.
const Asks = lazy(() => import('../asks/Asks.tsx').then((module) => ({ default: module.Asks })))
const SecondFactorGate = lazy(() =>
  import('../pages/security/SecondFactorGate.tsx').then((module) => ({ default: module.SecondFactorGate })),
)

/** What is around every page of a person who is logged in. */
export function AppShell() {
  const session = useSession()
  const asks = useAsks()
  const { data: status } = useQuery({ ...statusQuery, enabled: 'user' in session })
  // For the moment between logging out and the login page.
  if (!('user' in session)) return null

  const { user } = session
  const duty = dutyOf(status?.second_factor ?? 'optional', user)
  const isObliged = !user.must_change_password && duty === 'must'
  const works = !user.must_change_password && !isObliged
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
        {works && <Navigation />}
        {works && <LiveChip />}
        <div className={classes.user}>
          {works && <PaletteButton />}
          <UserMenu works={works} />
        </div>
      </header>
      <Banners status={status} works={works} />
      {works && duty === 'invited' && <Invitation />}
      {works && <SessionWarning />}
      <main id="main" tabIndex={-1} className={classes.main}>
        {isObliged ? (
          <Suspense>
            <SecondFactorGate />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </main>
      {works && <BulkDock />}
      {works && <Overlays />}
      <Toasts />
      {asks.length > 0 && (
        <Suspense>
          <Asks asks={asks} />
        </Suspense>
      )}
      {session.phase === 'interrupted' && <SessionDialog session={session} />}
    </UserContext>
  )
}
