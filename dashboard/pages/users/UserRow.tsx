import { Badge, Button } from '@mantine/core'
import type { User } from '#/contract/auth.ts'
import { formatDay } from '../../format.ts'
import { roleLabels } from '../../labels.ts'
import type { OpenDialog } from './UsersPage.tsx'
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
          {isSelf && <Mark>це ви</Mark>}
          {user.disabled && <Mark color="gray">вимкнено</Mark>}
          {user.must_change_password && !user.disabled && <Mark color="yellow">одноразовий пароль</Mark>}
          {user.second_factor ? (
            <Mark color="green">є другий фактор</Mark>
          ) : (
            <Mark color="gray">немає другого фактора</Mark>
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

function Mark({ color, children }: { color?: string; children: string }) {
  return (
    <Badge variant="light" size="lg" tt="none" fw={600} color={color}>
      {children}
    </Badge>
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
          fz="sm"
          aria-label={`${label}: ${user.name}`}
          onClick={() => onOpen({ kind, user })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
