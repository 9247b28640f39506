import { IconFingerprint } from '@tabler/icons-react'
import { Button } from './Button.tsx'
import { PasswordField } from './PasswordField.tsx'
import { TextField } from './TextField.tsx'

interface Props {
  /** Password managers want to know whose password this is. */
  login: string
  password: string
  passwordError: string | null
  onPassword: (typed: string) => void
  /** Null: the password is enough. */
  factor: FactorProps | null
}

interface FactorProps {
  code: string
  codeError: string | null
  onCode: (typed: string) => void
  /** Null: passkeys do not work here. */
  onPasskey: (() => void) | null
}

/** The password and, where it is needed, a second factor: a code, or a passkey instead of it. */
export function ProofFields({ login, password, passwordError, onPassword, factor }: Props) {
  return (
    <>
      <input type="text" autoComplete="username" value={login} readOnly hidden />
      <PasswordField
        label="Ваш пароль"
        autoComplete="current-password"
        data-autofocus
        value={password}
        error={passwordError}
        onChange={(event) => onPassword(event.currentTarget.value)}
      />
      {factor && <FactorField {...factor} />}
    </>
  )
}

export function FactorField({ code, codeError, onCode, onPasskey }: FactorProps) {
  return (
    <>
      <TextField
        label="Код"
        description="Шість цифр із застосунку або один з кодів відновлення"
        size="md"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={code}
        error={codeError}
        onChange={(event) => onCode(event.currentTarget.value)}
      />
      {onPasskey && (
        <Button variant="default" wraps leftSection={<IconFingerprint size={20} aria-hidden />} onClick={onPasskey}>
          Показати ключ доступу замість коду
        </Button>
      )}
    </>
  )
}
