import { useId, type ReactNode } from 'react'
import classes from './SelectField.module.css'

interface Props<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  description?: ReactNode
  disabled?: boolean
}

/** The browser's own list of choices: it opens well on a phone and is known to every screen reader. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
  description,
  disabled,
}: Props<Value>) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <select
        id={id}
        className={classes.select}
        value={value}
        disabled={disabled}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {description !== undefined && (
        <div id={`${id}-description`} className={classes.description}>
          {description}
        </div>
      )}
    </div>
  )
}
