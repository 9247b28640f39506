import { Link, Outlet } from '@tanstack/react-router'
import { Overlays } from '../keyboard/Overlays.tsx'
import { BulkDock } from '../pages/receipts/BulkDock.tsx'
import { paths } from '../paths.ts'
import { Toasts } from '../ui/Toasts.tsx'
import classes from './AppShell.module.css'
import { Banners } from './Banners.tsx'
import { LiveChip } from './LiveChip.tsx'
import { Mark } from './Mark.tsx'
import { Navigation } from './Navigation.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { SessionDialog } from './SessionDialog.tsx'
import { SessionWarning } from './SessionWarning.tsx'
import { useSession, UserContext } from './user.ts'
import { UserMenu } from './UserMenu.tsx'

/** What is around every page of a person who is logged in. */
export function AppShell() {
  const session = useSession()
  // For the moment between logging out and the login page.
  if (!('user' in session)) return null

  const { user } = session
  const works = !user.must_change_password
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
          <UserMenu />
        </div>
      </header>
      {works && <Banners />}
      {works && <SessionWarning />}
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      {works && <BulkDock />}
      {works && <Overlays />}
      <Toasts />
      {session.phase === 'interrupted' && <SessionDialog session={session} />}
    </UserContext>
  )
}
