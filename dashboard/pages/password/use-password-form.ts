import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ShownFactor } from '#/contract/factor-proof.ts'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { useChangePassword } from '../../api/mutations.ts'
import { passkeysWork } from '../../api/passkeys-work.ts'
import { showPasskey } from '../../api/passkeys.ts'
import { focusFirst } from '../../ui/focus-first.ts'
import { placeRefusal, whyNotNewPassword } from './password-rules.ts'

/** What is typed to change one's own password, and with it the passkeys one does not know. */
export function usePasswordForm(onDone: (() => void) | undefined) {
  const change = useChangePassword()
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
  const withPasskey = submitWith(async () => ({ passkey: await showPasskey() }))
  const submit: typeof withCode = (event) => {
    const isMissing = removed.length > 0 && code.trim() === ''
    setCodeMissing(isMissing)
    if (isMissing) event?.preventDefault()
    else withCode(event)
  }
  return {
    form,
    change,
    submit,
    /** What belongs to no field. */
    refusal: change.error && !isWrongCode ? placeRefusal(change.error).general : null,
    /** Passkeys that go with the old password, and the factor that is shown for it. */
    ways: {
      removed,
      setRemoved,
      factor: {
        code,
        codeError: codeMissing ? 'Введіть код.' : isWrongCode ? sentenceFor(change.error) : null,
        onCode: setCode,
        onPasskey: passkeysWork() ? () => withPasskey() : null,
      },
    },
  }
}
