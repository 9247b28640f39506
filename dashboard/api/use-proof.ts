import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { PasswordAndFactor } from '#/contract/factor-proof.ts'
import { isRefusal, sentenceFor } from './api-error.ts'
import { passkeyRefusal } from './passkey-refusal.ts'
import { showPasskey } from './passkeys.ts'
import { passkeysWork } from './passkeys-work.ts'
import { secondFactorQuery } from './second-factor.ts'

/** What a person types to prove who they are: the password, and where it is required a code or a passkey. */
export function useProof(run: (shown: PasswordAndFactor) => Promise<unknown>, asksFactor: boolean) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const prove = useMutation({
    mutationFn: async (by: 'code' | 'passkey') => {
      if (!asksFactor) return run({ password })
      if (by === 'code') return run({ password, code: code.trim() })
      return run({ password, passkey: await showPasskey() })
    },
  })
  const { error, isPending } = prove
  const { data: factors } = useQuery({ ...secondFactorQuery, enabled: asksFactor })
  const hasPasskey = (factors?.passkeys.length ?? 0) > 0
  const isWrongPassword = isRefusal(error, 'auth.wrong_current_password')
  const isWrongCode = isRefusal(error, 'auth.code_wrong', 'request.invalid')
  const go = (by: 'code' | 'passkey') => {
    setTried(true)
    if (password !== '' && (!asksFactor || by === 'passkey' || code.trim() !== '') && !isPending) prove.mutate(by)
  }
  return {
    isPending,
    /** What belongs to neither field. */
    general: error && !isWrongPassword && !isWrongCode ? passkeyRefusal(error) : null,
    fields: {
      password,
      passwordError: tried && password === '' ? 'Введіть пароль.' : isWrongPassword ? sentenceFor(error) : null,
      onPassword: setPassword,
      factor: asksFactor
        ? {
            code,
            codeError: isWrongCode
              ? sentenceFor(error)
              : tried && code.trim() === '' && error === null
                ? 'Введіть код.'
                : null,
            onCode: setCode,
            onPasskey: hasPasskey && passkeysWork() ? () => go('passkey') : null,
          }
        : null,
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      go('code')
    },
  }
}
