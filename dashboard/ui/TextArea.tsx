import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

export function TextArea({
  label,
  description,
  error,
  size,
  className,
  id,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>) {
  return (
    <Field label={label} description={description} error={error} size={size} className={className} id={id}>
      {(control) => <textarea {...control} {...rest} />}
    </Field>
  )
}
