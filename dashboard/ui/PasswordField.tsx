import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface Props extends PasswordInputProps {
  label: string
}

/** A password that can be pasted and looked at; the eye is reached by Tab and named after its field. */
export function PasswordField({ label, ...rest }: Props) {
  return (
    <PasswordInput
      label={label}
      size="md"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Показати: ${label}` }}
      {...rest}
    />
  )
}
