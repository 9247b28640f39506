import { useId } from 'react'
import classes from './CheckField.module.css'

interface Props {
  label: string
  description?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function CheckField({ label, description, checked, onChange }: Props) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label className={classes.label}>
        <input
          type="checkbox"
          className={classes.box}
          checked={checked}
          aria-describedby={description === undefined ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {description !== undefined && (
        <div id={id} className={classes.description}>
          {description}
        </div>
      )}
    </div>
  )
}
