import type { User } from '#/contract/auth.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { resetPassword } from '../../api/users.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useUserChange } from './use-user-change.ts'

interface Props {
  user: User
  onReset: (user: User, password: string) => void
  onClose: () => void
}

export function ResetPasswordDialog({ user, onReset, onClose }: Props) {
  const reset = useUserChange(() => resetPassword(user.id))
  const go = () => reset.mutate(undefined, { onSuccess: ({ one_time_password }) => onReset(user, one_time_password) })

  return (
    <ConfirmDialog
      title={`Скинути пароль: ${user.name}?`}
      refusal={reset.error && sentenceFor(reset.error)}
      action={{ label: 'Скинути пароль', tone: 'danger', busy: reset.isPending, does: go }}
      leave="Не скидати"
      onClose={onClose}
    >
      <p>
        Старий пароль перестане діяти, усі сеанси людини завершаться, а&nbsp;її ключі доступу буде видалено: чужий міг
        додати свій. Ви отримаєте одноразовий пароль, щоб передати його особисто.
      </p>
    </ConfirmDialog>
  )
}
