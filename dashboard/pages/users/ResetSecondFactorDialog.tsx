import type { User } from '#/contract/auth.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { resetSecondFactor } from '../../api/users.ts'
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

export function ResetSecondFactorDialog({ user, onClose }: Props) {
  const reset = useUserChange(() => resetSecondFactor(user.id))
  const go = () =>
    reset.mutate(undefined, {
      onSuccess: () => {
        toast(`Другий фактор скинуто: ${user.name}.`)
        onClose()
      },
    })

  return (
    <Dialog title={`Скинути другий фактор: ${user.name}?`} onClose={onClose}>
      <p className={classes.text}>
        Застосунок з&nbsp;кодами, ключі доступу та коди відновлення цієї людини перестануть діяти, і&nbsp;для входу
        вистачить пароля. Спершу переконайтеся, що про це просить саме вона: подзвоніть або поговоріть особисто.
      </p>
      {reset.error && <Notice tone="danger">{sentenceFor(reset.error)}</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Не скидати
        </Button>
        <Button tone="danger" loading={reset.isPending} onClick={go}>
          Скинути другий фактор
        </Button>
      </div>
    </Dialog>
  )
}
