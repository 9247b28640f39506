import type { User } from '#/contract/auth.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { editUser } from '../../api/users.ts'
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

/** Nobody is deleted: what they did stays theirs in the audit log. */
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
    <Dialog title={`${words.verb} обліковий запис: ${user.name}?`} onClose={onClose}>
      <p className={classes.text}>{words.effect}</p>
      {change.error && <Notice tone="danger">{sentenceFor(change.error)}</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {words.keep}
        </Button>
        <Button tone={user.disabled ? 'accent' : 'danger'} loading={change.isPending} onClick={go}>
          {words.verb}
        </Button>
      </div>
    </Dialog>
  )
}
