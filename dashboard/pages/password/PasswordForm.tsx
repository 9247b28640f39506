import { useForm } from '@mantine/form'
import type { User } from '#/contract/auth.ts'
import { useChangePassword } from '../../api/mutations.ts'
import { Button } from '../../ui/Button.tsx'
import { focusFirst } from '../../ui/focus-first.ts'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { newPasswordHint, placeRefusal, whyNotNewPassword } from './password-rules.ts'

interface Props {
  user: User
  /** Said above the form once the password is changed, until the next attempt. */
  praise?: string
  onDone?: () => void
}

export function PasswordForm({ user, praise, onDone }: Props) {
  const change = useChangePassword()
  const form = useForm({
    initialValues: { current_password: '', new_password: '', repeated: '' },
    validate: {
      current_password: (typed) => (typed === '' ? 'Введіть поточний пароль.' : null),
      new_password: whyNotNewPassword,
      repeated: (typed, all) => (typed === all.new_password ? null : 'Паролі не збігаються.'),
    },
    onSubmitPreventDefault: 'always',
  })
  const refusal = change.error && placeRefusal(change.error)

  const submit = form.onSubmit(
    ({ current_password, new_password }) =>
      change.mutate(
        { current_password, new_password },
        {
          onSuccess: () => {
            form.reset()
            onDone?.()
          },
          onError: (error) => {
            const { fields } = placeRefusal(error)
            form.setErrors(fields)
            focusFirst(form, fields)
          },
        },
      ),
    (errors) => focusFirst(form, errors),
  )

  return (
    <Form onSubmit={submit}>
      <div aria-live="polite">{praise !== undefined && change.isSuccess && <Notice tone="good">{praise}</Notice>}</div>
      {refusal && refusal.general !== null && <Notice tone="danger">{refusal.general}</Notice>}
      {/* Password managers want to know whose password this is. */}
      <input type="text" autoComplete="username" value={user.login} readOnly hidden />
      <PasswordField
        label={user.must_change_password ? 'Одноразовий пароль' : 'Поточний пароль'}
        autoComplete="current-password"
        key={form.key('current_password')}
        {...form.getInputProps('current_password')}
      />
      <PasswordField
        label="Новий пароль"
        description={newPasswordHint}
        autoComplete="new-password"
        key={form.key('new_password')}
        {...form.getInputProps('new_password')}
      />
      <PasswordField
        label="Новий пароль ще раз"
        autoComplete="new-password"
        key={form.key('repeated')}
        {...form.getInputProps('repeated')}
      />
      <Button type="submit" size="md" loading={change.isPending}>
        Змінити пароль
      </Button>
    </Form>
  )
}
