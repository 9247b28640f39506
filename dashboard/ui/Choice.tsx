import type { Icon } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './Choice.module.css'

interface Props<Value extends string> {
  legend: string
  value: Value
  options: readonly { value: Value; label: string; icon: Icon }[]
  onChange: (value: Value) => void
}

/** A few ways to have something, side by side, of which one is chosen. */
export function Choice<Value extends string>({ legend, value, options, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.options}>
        {options.map(({ value: own, label, icon: Sign }) => (
          <label key={own} className={classes.option}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={own === value}
              onChange={() => onChange(own)}
            />
            <Sign size={18} aria-hidden />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
