import type { User } from '#/contract/auth.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { resetPassword } from '../../api/users.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useUserChange } from './use-user-change.ts'
import classes from './UsersPage.module.css'

interface Props {
  user: User
  onReset: (user: User, password: string) => void
  onClose: () => void
}

export function ResetPasswordDialog({ user, onReset, onClose }: Props) {
  const reset = useUserChange(() => resetPassword(user.id))
  const go = () => reset.mutate(undefined, { onSuccess: ({ one_time_password }) => onReset(user, one_time_password) })

  return (
    <Dialog title={`Скинути пароль: ${user.name}?`} onClose={onClose}>
      <p className={classes.text}>
        Старий пароль перестане діяти, усі сеанси людини завершаться. Ви отримаєте одноразовий пароль, щоб передати його
        особисто.
      </p>
      {reset.error && <Notice tone="danger">{sentenceFor(reset.error)}</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Не скидати
        </Button>
        <Button tone="danger" loading={reset.isPending} onClick={go}>
          Скинути пароль
        </Button>
      </div>
    </Dialog>
  )
}
