import type { User } from '#/contract/auth.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { resetSecondFactor } from '../../api/users.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useUserChange } from './use-user-change.ts'

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
    <ConfirmDialog
      title={`Скинути другий фактор: ${user.name}?`}
      refusal={reset.error && sentenceFor(reset.error)}
      action={{ label: 'Скинути другий фактор', tone: 'danger', busy: reset.isPending, does: go }}
      leave="Не скидати"
      onClose={onClose}
    >
      <p>
        Застосунок з&nbsp;кодами, ключі доступу та коди відновлення цієї людини перестануть діяти, і&nbsp;для входу
        вистачить пароля. Спершу переконайтеся, що про це просить саме вона: подзвоніть або поговоріть особисто.
      </p>
    </ConfirmDialog>
  )
}
