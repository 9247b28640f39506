import type { SecondFactorState } from '#/contract/second-factor.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { formatDateTime } from '../../words/format.ts'
import classes from './PasswordPage.module.css'

interface Props {
  state: SecondFactorState
  /** Ids of the passkeys that go with the old password. */
  removed: readonly string[]
  onChange: (removed: string[]) => void
}

/** A new password leaves the passkeys as they are, so a stranger who added one could still log in. */
export function OtherWaysIn({ state, removed, onChange }: Props) {
  const { passkeys, authenticator_since, password_changed_at } = state
  const since = (at: string) => (at > password_changed_at ? ', після попередньої зміни пароля' : '')
  return (
    <fieldset className={classes.ways}>
      <legend>Чим ще можна увійти</legend>
      {authenticator_since !== null && (
        <p>
          Застосунок з&nbsp;кодами: під’єднано {formatDateTime(authenticator_since)}
          {since(authenticator_since)}.
        </p>
      )}
      <p>Ключі доступу діють і&nbsp;без пароля. Позначте ті, яких не&nbsp;впізнаєте: їх буде видалено.</p>
      {passkeys.map(({ id, name, created_at }) => (
        <CheckField
          key={id}
          label={`Видалити «${name}»`}
          description={`Додано ${formatDateTime(created_at)}${since(created_at)}`}
          checked={removed.includes(id)}
          onChange={(checked) => onChange(checked ? [...removed, id] : removed.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  )
}
