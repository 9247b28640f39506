import { useId, useState } from 'react'
import { formatDay } from '../../words/format.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import classes from './CashRegistersPage.module.css'

interface Props {
  label: string
  description: string
  value: string
  error: string | undefined
  /** What is kept already: its end, if it may be seen, and when it was given. null: nothing. */
  kept: { hint: string | null; given: { at: string; login: string } | null } | null
  onChange: (value: string) => void
}

/** A secret only goes in. What is kept is shown as dots; leaving it alone leaves it as it is. */
export function SecretInput({ label, description, value, error, kept, onChange }: Props) {
  const [changing, setChanging] = useState(false)
  const id = useId()

  const change = () => {
    setChanging(true)
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }

  if (kept !== null && !changing && value === '') {
    return (
      <div>
        <div className={classes.secretLabel}>{label}</div>
        <div className={classes.secretLine}>
          <code className="figures">••••{kept.hint?.replace('…', '')}</code>
          <Button variant="default" size="compact-sm" aria-label={`Змінити: ${label}`} onClick={change}>
            Змінити
          </Button>
          {kept.given !== null && (
            <span className="soft">
              Змінено <time dateTime={kept.given.at}>{formatDay(kept.given.at)}</time>, {kept.given.login}
            </span>
          )}
        </div>
      </div>
    )
  }
  return (
    <PasswordField
      label={label}
      description={kept === null ? description : `${description} Порожньо — лишиться те, що є.`}
      size="sm"
      autoComplete="off"
      id={id}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
