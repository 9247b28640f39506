import { Button, TextInput } from '@mantine/core'
import { lazy, startTransition, Suspense, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { useLogIn } from '../../api/mutations.ts'
import { passkeysWork } from '../../api/passkeys-work.ts'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'

// Most people have no second factor, and whoever has one has typed a password first.
const CodeForm = lazy(() => import('./CodeForm.tsx').then((module) => ({ default: module.CodeForm })))
const PasskeyButton = lazy(() => import('./PasskeyButton.tsx').then((module) => ({ default: module.PasskeyButton })))

interface Props {
  /** The only person who may log in here; without it anybody may. */
  login?: string
  /** Stands below the form while it asks for the password. */
  help?: ReactNode
}

const asksForCode = (error: unknown): boolean => isRefusal(error, 'auth.second_factor_required')

/**
 * What happens after login is decided by whoever watches the session, not here. Two fields do without the library of
 * forms, which the first load of the orders would pay for.
 */
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
    // The password form stays until the next step is there. Whatever was refused is replaced by typing.
    if (asksForCode(error)) startTransition(() => setAsksCode(true))
    else passwordField.current?.select()
  }
  const back = () => {
    logIn.reset()
    flushSync(() => setAsksCode(false))
    passwordField.current?.select()
  }

  if (asksCode)
    return (
      <Suspense>
        <CodeForm typed={typed} onBack={back} />
      </Suspense>
    )
  const failure = asksForCode(logIn.error) ? null : logIn.error
  return (
    <>
      <Form onSubmit={submit}>
        {failure && <Notice tone="danger">{sentenceFor(failure)}</Notice>}
        <TextInput
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
        {passkeysWork() && (
          <Suspense>
            <PasskeyButton />
          </Suspense>
        )}
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
