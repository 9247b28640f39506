import type { User } from '#/contract/auth.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { endSessionsOf } from '../../api/users.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useUserChange } from './use-user-change.ts'

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
    <ConfirmDialog
      title={`Завершити всі сеанси: ${user.name}?`}
      refusal={end.error && sentenceFor(end.error)}
      action={{ label: 'Завершити всі сеанси', tone: 'danger', busy: end.isPending, does: go }}
      leave="Не завершувати"
      onClose={onClose}
    >
      <p>
        На&nbsp;всіх пристроях людина одразу вийде з&nbsp;Касира. Пароль і&nbsp;другий фактор не&nbsp;зміняться:
        з&nbsp;ними вона увійде знову.
      </p>
    </ConfirmDialog>
  )
}
