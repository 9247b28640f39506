import { useState, type FormEvent } from 'react'
import type { ShownFactor } from '#/contract/factor-proof.ts'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { useChangePassword } from '../../api/mutations.ts'
import { passkeysWork } from '../../api/passkeys-work.ts'
import { showPasskey } from '../../api/passkeys.ts'
import { useFields } from '../../ui/use-fields.ts'
import { placeRefusal, whyNotNewPassword } from './password-rules.ts'

/** What is typed to change one's own password, and with it the passkeys one does not know. */
export function usePasswordForm(onDone: (() => void) | undefined) {
  const change = useChangePassword()
  const [removed, setRemoved] = useState<string[]>([])
  const [code, setCode] = useState('')
  const [codeMissing, setCodeMissing] = useState(false)
  const isWrongCode = isRefusal(change.error, 'auth.code_wrong')
  const { form, values, field, refuse, empty } = useFields({ current_password: '', new_password: '', repeated: '' })
  const changeWith = (shown: () => Promise<ShownFactor>) => {
    const { current_password, new_password, repeated } = values
    const isRefused = refuse({
      current_password: current_password === '' ? 'Введіть поточний пароль.' : null,
      new_password: whyNotNewPassword(new_password),
      repeated: repeated === new_password ? null : 'Паролі не збігаються.',
    })
    if (isRefused) return
    change.mutate(
      async () => ({
        ...{ current_password, new_password, remove_passkeys: removed },
        ...(removed.length > 0 && (await shown())),
      }),
      {
        onSuccess: () => {
          empty()
          setRemoved([])
          setCode('')
          onDone?.()
        },
        onError: (error) => refuse(placeRefusal(error).fields),
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isMissing = removed.length > 0 && code.trim() === ''
    setCodeMissing(isMissing)
    if (!isMissing) changeWith(async () => ({ code: code.trim() }))
  }
  return {
    form,
    field,
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
        onPasskey: passkeysWork() ? () => changeWith(async () => ({ passkey: await showPasskey() })) : null,
      },
    },
  }
}
