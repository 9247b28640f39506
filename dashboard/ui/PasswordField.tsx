import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import classes from './PasswordField.module.css'

interface Props extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps | 'type'> {
  label: string
}

/** A password that can be pasted and looked at; the eye is reached by Tab and named after its field. */
export function PasswordField({ label, description, error, size = 'md', className, id, ...rest }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} description={description} error={error} size={size} className={className} id={id}>
      {(control) => (
        <div className={classes.password}>
          <input
            {...control}
            className={`${control.className} ${classes.input}`}
            {...rest}
            type={isShown ? 'text' : 'password'}
          />
          <button
            type="button"
            className={classes.eye}
            aria-label={`Показати: ${label}`}
            aria-pressed={isShown}
            // The field keeps the focus, and a phone its keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? (
              <IconEyeOff size={22} stroke={1.5} aria-hidden />
            ) : (
              <IconEye size={22} stroke={1.5} aria-hidden />
            )}
          </button>
        </div>
      )}
    </Field>
  )
}
