import classes from './Select.module.css'

interface Props<Value extends string> {
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  id?: string
  disabled?: boolean | undefined
  'aria-describedby'?: string | undefined
}

/** The browser's own list of choices: it opens well on a phone and is known to every screen reader. */
export function Select<Value extends string>({ options, onChange, ...rest }: Props<Value>) {
  return (
    <select
      {...rest}
      className={classes.select}
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
  )
}
