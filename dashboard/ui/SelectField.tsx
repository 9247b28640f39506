import { useId, type ReactNode } from 'react'
import { Select } from './Select.tsx'
import classes from './SelectField.module.css'

interface Props<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  description?: ReactNode
  disabled?: boolean
}

/** A list of choices under its label. */
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
      <Select
        id={id}
        value={value}
        options={options}
        disabled={disabled}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={onChange}
      />
      {description !== undefined && (
        <div id={`${id}-description`} className={classes.description}>
          {description}
        </div>
      )}
    </div>
  )
}
