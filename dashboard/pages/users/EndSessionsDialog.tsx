import type { User } from '#/contract/auth.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { endSessionsOf } from '../../api/users.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useUserChange } from './use-user-change.ts'
import classes from './UsersPage.module.css'

interface Props {
  user: User
  onClose: () => void
}

export function EndSessionsDialog({ user, onClose }: Props) {
  const end = useUserChange(() => endSessionsOf(user.id))
  const go = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        toast(`Усі сеанси завершено: ${user.name}.`)
        onClose()
      },
    })

  return (
    <Dialog title={`Завершити всі сеанси: ${user.name}?`} onClose={onClose}>
      <p className={classes.text}>
        На&nbsp;всіх пристроях людина одразу вийде з&nbsp;Касира. Пароль і&nbsp;другий фактор не&nbsp;зміняться:
        з&nbsp;ними вона увійде знову.
      </p>
      {end.error && <Notice tone="danger">{sentenceFor(end.error)}</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Не завершувати
        </Button>
        <Button tone="danger" loading={end.isPending} onClick={go}>
          Завершити всі сеанси
        </Button>
      </div>
    </Dialog>
  )
}
