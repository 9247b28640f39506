import type { User } from '#/contract/auth.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './UsersPage.module.css'

interface Props {
  user: User
  password: string
  onClose: () => void
}

/** Closed only by its button: a password that is gone by a slip of the Esc key cannot be shown again. */
export function OneTimePasswordDialog({ user, password, onClose }: Props) {
  return (
    <Dialog title={`Одноразовий пароль: ${user.name}`}>
      <p>
        Передайте його особисто разом з&nbsp;логіном <strong>{user.login}</strong>. Під час першого входу людина
        придумає власний.
      </p>
      <div className={classes.password}>
        <code>{password}</code>
        <CopyButton value={password} what="одноразовий пароль" />
      </div>
      <p className="soft">Касир показує його лише раз. Загубите — скиньте пароль знову.</p>
      <div className={classes.buttons}>
        <Button onClick={onClose} data-autofocus>
          Пароль передано
        </Button>
      </div>
    </Dialog>
  )
}
