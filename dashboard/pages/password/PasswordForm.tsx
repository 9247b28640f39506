import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#/contract/auth.ts'
import type { ShownFactor } from '#/contract/factor-proof.ts'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { useChangePassword } from '../../api/mutations.ts'
import { passkeysWork } from '../../api/passkeys-work.ts'
import { secondFactorQuery } from '../../api/second-factor.ts'
import { Button } from '../../ui/Button.tsx'
import { focusFirst } from '../../ui/focus-first.ts'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { FactorField } from '../../ui/ProofFields.tsx'
import { OtherWaysIn } from './OtherWaysIn.tsx'
import { newPasswordHint, placeRefusal, whyNotNewPassword } from './password-rules.ts'

interface Props {
  user: User
  /** Said above the form once the password is changed, until the next attempt. */
  praise?: string
  onDone?: () => void
}

export function PasswordForm({ user, praise, onDone }: Props) {
  const change = useChangePassword()
  const { data: state } = useQuery(secondFactorQuery)
  const [removed, setRemoved] = useState<string[]>([])
  const [code, setCode] = useState('')
  const [codeMissing, setCodeMissing] = useState(false)
  const isWrongCode = isRefusal(change.error, 'auth.code_wrong')
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

  const submitWith = (shown: () => Promise<ShownFactor>) =>
    form.onSubmit(
      ({ current_password, new_password }) =>
        change.mutate(
          async () => ({
            ...{ current_password, new_password, remove_passkeys: removed },
            ...(removed.length > 0 && (await shown())),
          }),
          {
            onSuccess: () => {
              form.reset()
              setRemoved([])
              setCode('')
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
  const withCode = submitWith(async () => ({ code: code.trim() }))
  const withPasskey = submitWith(async () => ({ passkey: await (await import('../../api/passkeys.ts')).showPasskey() }))
  const submit: typeof withCode = (event) => {
    const isMissing = removed.length > 0 && code.trim() === ''
    setCodeMissing(isMissing)
    if (isMissing) event?.preventDefault()
    else withCode(event)
  }

  return (
    <Form onSubmit={submit}>
      <div aria-live="polite">{praise !== undefined && change.isSuccess && <Notice tone="good">{praise}</Notice>}</div>
      {refusal && refusal.general !== null && !isWrongCode && <Notice tone="danger">{refusal.general}</Notice>}
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
      {state !== undefined && state.passkeys.length > 0 && (
        <OtherWaysIn state={state} removed={removed} onChange={setRemoved} />
      )}
      {removed.length > 0 && (
        <FactorField
          code={code}
          codeError={codeMissing ? 'Введіть код.' : isWrongCode ? sentenceFor(change.error) : null}
          onCode={setCode}
          onPasskey={passkeysWork() ? () => withPasskey() : null}
        />
      )}
      <Button type="submit" size="md" loading={change.isPending}>
        Змінити пароль
      </Button>
    </Form>
  )
}
