import { logOut } from '../api/session.ts'
import type { SessionState } from '../api/session-state.ts'
import { LoginForm } from '../pages/login/LoginForm.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import classes from './SessionDialog.module.css'

// A one-time password in the middle of work is rare.
const PasswordForm = lazyWithRetry(async () => (await import('../pages/password/PasswordForm.tsx')).PasswordForm)

interface Props {
  session: Extract<SessionState, { phase: 'interrupted' }>
}

/**
 * The session has ended while the person was working. The page below stays as it is, with everything typed into it, and
 * goes on after login; only the same person may come back to it.
 */
export function SessionDialog({ session }: Props) {
  if (session.grant !== null) {
    return (
      <Dialog title="Придумайте пароль">
        <p className={classes.text}>
          Ви увійшли з одноразовим паролем. Придумайте власний, і сторінка працюватиме далі.
        </p>
        <PasswordForm user={session.user} />
      </Dialog>
    )
  }
  return (
    <Dialog title="Сеанс завершено">
      <p className={classes.text}>
        {session.reason} Уведене на сторінці збережено: після входу продовжите з того самого місця.
      </p>
      <LoginForm login={session.user.login} />
      <Button variant="subtle" wide className={classes.other} onClick={() => void logOut()}>
        Інший обліковий запис
      </Button>
    </Dialog>
  )
}
