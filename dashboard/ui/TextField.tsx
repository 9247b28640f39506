import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

interface Props extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps> {
  /** Of the control alone. */
  inputClassName?: string | undefined
}

export function TextField({ label, description, error, size, className, id, inputClassName, ...rest }: Props) {
  return (
    <Field label={label} description={description} error={error} size={size} className={className} id={id}>
      {(control) => <input {...control} className={both(control.className, inputClassName)} {...rest} />}
    </Field>
  )
}

const both = (own: string | undefined, more: string | undefined): string | undefined =>
  more === undefined ? own : `${own} ${more}`
