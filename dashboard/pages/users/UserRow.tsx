import type { User } from '#/contract/auth.ts'
import { formatDay } from '../../words/format.ts'
import { roleLabels } from '../../words/labels.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import type { OpenDialog } from './open-dialog.ts'
import classes from './UsersPage.module.css'

interface Props {
  user: User
  isSelf: boolean
  /** null: this person may only look. */
  onOpen: ((dialog: OpenDialog) => void) | null
}

export function UserRow({ user, isSelf, onOpen }: Props) {
  return (
    <li className={classes.row} data-disabled={user.disabled || undefined}>
      <div className={classes.about}>
        <div className={classes.name}>
          <span>{user.name}</span>
          {isSelf && <Badge>це ви</Badge>}
          {user.disabled && <Badge tone="quiet">вимкнено</Badge>}
          {user.must_change_password && !user.disabled && <Badge tone="warn">одноразовий пароль</Badge>}
          {user.second_factor ? (
            <Badge tone="good">є другий фактор</Badge>
          ) : (
            <Badge tone="quiet">немає другого фактора</Badge>
          )}
        </div>
        <div className={classes.facts}>
          {roleLabels[user.role]} · {user.login} · з&nbsp;
          <time dateTime={user.created_at}>{formatDay(user.created_at)}</time>
        </div>
      </div>
      {onOpen !== null && <Actions user={user} isSelf={isSelf} onOpen={onOpen} />}
    </li>
  )
}

interface ActionsProps {
  user: User
  isSelf: boolean
  onOpen: (dialog: OpenDialog) => void
}

/** One's own sessions and second factor have pages of their own. */
function Actions({ user, isSelf, onOpen }: ActionsProps) {
  const actions = [
    { kind: 'edit', label: 'Змінити' },
    { kind: 'reset', label: 'Скинути пароль' },
    ...(user.second_factor && !isSelf ? ([{ kind: 'factor', label: 'Скинути другий фактор' }] as const) : []),
    ...(user.disabled || isSelf ? [] : ([{ kind: 'sessions', label: 'Завершити всі сеанси' }] as const)),
    { kind: 'switch', label: user.disabled ? 'Увімкнути' : 'Вимкнути' },
  ] as const
  return (
    <div className={classes.actions}>
      {actions.map(({ kind, label }) => (
        <Button
          key={kind}
          variant="default"
          size="xs"
          aria-label={`${label}: ${user.name}`}
          onClick={() => onOpen({ kind, user })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
