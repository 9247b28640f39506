import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface Props extends PasswordInputProps {
  label: string
}

/**
 * A password that can be pasted and looked at; the eye is reached by Tab and named after its field. Mantine marks every
 * other kind of field as invalid by itself, but not this one.
 */
export function PasswordField({ label, error, ...rest }: Props) {
  return (
    <PasswordInput
      label={label}
      error={error}
      aria-invalid={error ? true : undefined}
      size="md"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Показати: ${label}` }}
      {...rest}
    />
  )
}
