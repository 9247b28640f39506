import { useQuery } from '@tanstack/react-query'
import type { User } from '#/contract/auth.ts'
import { secondFactorQuery } from '../../api/second-factor.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { FactorField } from '../../ui/ProofFields.tsx'
import { OtherWaysIn } from './OtherWaysIn.tsx'
import { newPasswordHint } from './password-rules.ts'
import { usePasswordForm } from './use-password-form.ts'

interface Props {
  user: User
  /** Said above the form once the password is changed, until the next attempt. */
  praise?: string
  onDone?: () => void
}

export function PasswordForm({ user, praise, onDone }: Props) {
  const { data: state } = useQuery(secondFactorQuery)
  const { form, field, change, refusal, submit, ways } = usePasswordForm(onDone)
  return (
    <Form ref={form} onSubmit={submit}>
      <div aria-live="polite">{praise !== undefined && change.isSuccess && <Notice tone="good">{praise}</Notice>}</div>
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      {/* Password managers want to know whose password this is. */}
      <input type="text" autoComplete="username" value={user.login} readOnly hidden />
      <PasswordField
        label={user.must_change_password ? 'Одноразовий пароль' : 'Поточний пароль'}
        autoComplete="current-password"
        {...field('current_password')}
      />
      <PasswordField
        label="Новий пароль"
        description={newPasswordHint}
        autoComplete="new-password"
        {...field('new_password')}
      />
      <PasswordField label="Новий пароль ще раз" autoComplete="new-password" {...field('repeated')} />
      {state !== undefined && state.passkeys.length > 0 && (
        <OtherWaysIn state={state} removed={ways.removed} onChange={ways.setRemoved} />
      )}
      {ways.removed.length > 0 && <FactorField {...ways.factor} />}
      <Button type="submit" size="md" loading={change.isPending}>
        Змінити пароль
      </Button>
    </Form>
  )
}
