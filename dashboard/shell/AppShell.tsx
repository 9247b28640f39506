import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { usePrompts } from '../api/prompts.ts'
import { hasPasskeyNews } from '../api/passkey-news.ts'
import { statusQuery } from '../api/status.ts'
import { Overlays } from '../palette/Overlays.tsx'
import { paths } from '../addresses/paths.ts'
import { dutyOf } from './second-factor-duty.ts'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import classes from './AppShell.module.css'
import { Banners } from './Banners.tsx'
import { DockPlace } from './DockPlace.tsx'
import { LiveChip } from './LiveChip.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Navigation } from './Navigation.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { SessionWarning } from './SessionWarning.tsx'
import { useSession, UserContext } from '../api/user.ts'
import { UserMenu } from './UserMenu.tsx'

// Few people meet them, so they are loaded when they are wanted.
const Prompts = lazyWithRetry(async () => (await import('../prompts/Prompts.tsx')).Prompts, { place: 'over' })
const Invitation = lazyWithRetry(async () => (await import('./Invitation.tsx')).Invitation)
const PasskeyNotice = lazyWithRetry(async () => (await import('./PasskeyNotice.tsx')).PasskeyNotice)
const SecondFactorGate = lazyWithRetry(
  async () => (await import('../pages/security/SecondFactorGate.tsx')).SecondFactorGate,
)
const SessionDialog = lazyWithRetry(async () => (await import('./SessionDialog.tsx')).SessionDialog, { place: 'over' })

/** What is around every page of a person who is logged in. */
export function AppShell() {
  const session = useSession()
  const prompts = usePrompts()
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
      {works && hasPasskeyNews() && <PasskeyNotice />}
      {works && <SessionWarning />}
      <main id="main" tabIndex={-1} className={classes.main}>
        {isObliged ? <SecondFactorGate /> : <Outlet />}
      </main>
      {works && <DockPlace />}
      {works && <Overlays />}
      <Toasts />
      {prompts.length > 0 && <Prompts prompts={prompts} />}
      {session.phase === 'interrupted' && <SessionDialog session={session} />}
    </UserContext>
  )
}
