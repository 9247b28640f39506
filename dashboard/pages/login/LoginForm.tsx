import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, startTransition, Suspense, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { useLogIn } from '../../api/mutations.ts'
import { passkeysWork } from '../../api/passkeys-work.ts'
import { focusFirst } from '../../ui/focus-first.ts'
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

/** What happens after login is decided by whoever watches the session, not here. */
export function LoginForm({ login, help }: Props) {
  const logIn = useLogIn()
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm({
    initialValues: { login: login ?? '', password: '' },
    validate: {
      login: (typed) => (typed.trim() === '' ? 'Введіть логін.' : null),
      password: (typed) => (typed === '' ? 'Введіть пароль.' : null),
    },
  })

  const onError = (error: unknown) => {
    // The password form stays until the next step is there.
    if (isRefusal(error, 'auth.second_factor_required')) startTransition(() => setAsksCode(true))
    else selectPassword(form.getInputNode('password'))
  }
  const submit = form.onSubmit(
    (typed) => logIn.mutate(typed, { onError }),
    (errors) => focusFirst(form, errors),
  )

  if (asksCode) {
    const back = () => {
      logIn.reset()
      flushSync(() => setAsksCode(false))
      selectPassword(form.getInputNode('password'))
    }
    return (
      <Suspense>
        <CodeForm typed={form.values} onBack={back} />
      </Suspense>
    )
  }
  const failure = isRefusal(logIn.error, 'auth.second_factor_required') ? null : logIn.error
  return (
    <>
      <Form onSubmit={submit}>
        {failure && <Notice tone="danger">{sentenceFor(failure)}</Notice>}
        <TextInput
          label="Логін"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          readOnly={login !== undefined}
          data-autofocus={login === undefined || undefined}
          {...form.getInputProps('login')}
        />
        <PasswordField
          label="Пароль"
          autoComplete="current-password"
          data-autofocus={login !== undefined || undefined}
          {...form.getInputProps('password')}
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

/** Whatever was refused is replaced by typing. */
function selectPassword(field: HTMLElement | null): void {
  if (field instanceof HTMLInputElement) field.select()
}
