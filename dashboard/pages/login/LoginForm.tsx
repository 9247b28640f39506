import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { useLogIn } from '../../api/mutations.ts'
import { passkeysWork } from '../../api/passkeys-work.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CodeForm } from './CodeForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'

interface Props {
  /** Only this person may log in here; without it every user may. */
  login?: string
  /** Stands below the form while it asks for the password. */
  help?: ReactNode
}

const asksForCode = (error: unknown): boolean => isRefusal(error, 'auth.second_factor_required')

/** What happens after login is decided by the component that watches the session, not here. */
export function LoginForm({ login, help }: Props) {
  const logIn = useLogIn()
  const [typed, setTyped] = useState({ login: login ?? '', password: '' })
  const [mistakes, setMistakes] = useState<{ login?: string; password?: string }>({})
  const [asksCode, setAsksCode] = useState(false)
  const loginField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const change = (field: 'login' | 'password', value: string) => {
    setTyped({ ...typed, [field]: value })
    setMistakes({ ...mistakes, [field]: undefined })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = whyNot(typed)
    setMistakes(found)
    if (found.login !== undefined) loginField.current?.focus()
    else if (found.password !== undefined) passwordField.current?.focus()
    else logIn.mutate(typed, { onError })
  }
  const onError = (error: unknown) => {
    // Whatever was refused is replaced by typing.
    if (asksForCode(error)) setAsksCode(true)
    else passwordField.current?.select()
  }
  const back = () => {
    logIn.reset()
    flushSync(() => setAsksCode(false))
    passwordField.current?.select()
  }

  if (asksCode) return <CodeForm typed={typed} onBack={back} />
  const failure = asksForCode(logIn.error) ? null : logIn.error
  return (
    <>
      <Form onSubmit={submit}>
        {failure && <Notice tone="danger">{sentenceFor(failure)}</Notice>}
        <TextField
          ref={loginField}
          label="Логін"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          readOnly={login !== undefined}
          data-autofocus={login === undefined || undefined}
          value={typed.login}
          error={mistakes.login}
          onChange={(event) => change('login', event.currentTarget.value)}
        />
        <PasswordField
          ref={passwordField}
          label="Пароль"
          autoComplete="current-password"
          data-autofocus={login !== undefined || undefined}
          value={typed.password}
          error={mistakes.password}
          onChange={(event) => change('password', event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={logIn.isPending}>
          Увійти
        </Button>
        {passkeysWork() && <PasskeyButton />}
      </Form>
      {help}
    </>
  )
}

function whyNot({ login, password }: { login: string; password: string }): { login?: string; password?: string } {
  return {
    ...(login.trim() === '' && { login: 'Введіть логін.' }),
    ...(password === '' && { password: 'Введіть пароль.' }),
  }
}
