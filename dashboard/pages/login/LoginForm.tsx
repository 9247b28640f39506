import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { sentenceFor } from '../../api/api-error.ts'
import { useLogIn } from '../../api/mutations.ts'

import { focusFirst } from '../../ui/focus-first.ts'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'

interface Props {
  /** The only person who may log in here; without it anybody may. */
  login?: string
}

/** What happens after login is decided by whoever watches the session, not here. */
export function LoginForm({ login }: Props) {
  const logIn = useLogIn()
  const form = useForm({
    initialValues: { login: login ?? '', password: '' },
    validate: {
      login: (typed) => (typed.trim() === '' ? 'Введіть логін.' : null),
      password: (typed) => (typed === '' ? 'Введіть пароль.' : null),
    },
  })

  const submit = form.onSubmit(
    (typed) => logIn.mutate(typed, { onError: () => selectPassword(form.getInputNode('password')) }),
    (errors) => focusFirst(form, errors),
  )

  return (
    <Form onSubmit={submit}>
      {logIn.error && <Notice tone="danger">{sentenceFor(logIn.error)}</Notice>}
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
    </Form>
  )
}

/** Whatever was refused is replaced by typing. */
function selectPassword(field: HTMLElement | null): void {
  if (field instanceof HTMLInputElement) field.select()
}
