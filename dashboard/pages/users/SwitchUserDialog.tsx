import type { User } from '#/contract/auth.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { editUser } from '../../api/users.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useUserChange } from './use-user-change.ts'

interface Props {
  user: User
  onClose: () => void
}

/** Users are never deleted: what they did stays theirs in the audit log. */
export function SwitchUserDialog({ user, onClose }: Props) {
  const change = useUserChange(() => editUser(user.id, { disabled: !user.disabled }))
  const words = user.disabled
    ? { verb: 'Увімкнути', done: 'Увімкнено', effect: 'Людина зможе увійти зі своїм паролем.', keep: 'Не вмикати' }
    : {
        verb: 'Вимкнути',
        done: 'Вимкнено',
        effect: 'Людина не зможе увійти, усі її сеанси завершаться одразу. Її записи в журналі залишаться.',
        keep: 'Не вимикати',
      }

  const go = () =>
    change.mutate(undefined, {
      onSuccess: () => {
        toast(`${words.done}: ${user.name}.`)
        onClose()
      },
    })

  return (
    <ConfirmDialog
      title={`${words.verb} обліковий запис: ${user.name}?`}
      refusal={change.error && sentenceFor(change.error)}
      action={{ label: words.verb, tone: user.disabled ? undefined : 'danger', busy: change.isPending, does: go }}
      leave={words.keep}
      onClose={onClose}
    >
      <p>{words.effect}</p>
    </ConfirmDialog>
  )
}
