import { useId, type ReactNode } from 'react'
import classes from './Field.module.css'

export interface FieldProps {
  label?: ReactNode
  description?: ReactNode
  /** What is wrong with what was typed; nothing and false: nothing is. */
  error?: ReactNode
  size?: 'sm' | 'md'
  /** Of the whole field. */
  className?: string | undefined
  id?: string | undefined
}

/** What a control must be given to be described by what stands around it. */
interface Described {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props extends FieldProps {
  children: (control: Described) => ReactNode
}

/** A label, what helps to fill the field, the control, and what is wrong with it, in this order. */
export function Field({ label, description, error, size = 'sm', className, id: given, children }: Props) {
  const own = useId()
  const id = given ?? own
  const describedBy = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ')
  const control: Described = {
    id,
    className: classes.control,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
  return (
    <div className={className === undefined ? classes.field : `${classes.field} ${className}`} data-size={size}>
      {label && (
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
      )}
      {description && (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
      {children(control)}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
