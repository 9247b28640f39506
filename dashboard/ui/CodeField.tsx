import type { Ref } from 'react'
import { TextField } from './TextField.tsx'

interface Props {
  ref?: Ref<HTMLInputElement>
  label: string
  description?: string
  value: string
  error?: string | null
  /** The field keeps the focus while the code is being checked. */
  busy: boolean
  onChange: (typed: string) => void
  /** Called once all six digits are there, so that no button has to be pressed. */
  onComplete: (code: string) => void
}

/** Six digits of an authenticator. They may be pasted, with a space in the middle too. */
export function CodeField({ onChange, onComplete, busy, ...rest }: Props) {
  return (
    <TextField
      size="md"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      readOnly={busy}
      data-autofocus
      onChange={(event) => {
        const typed = event.currentTarget.value
        onChange(typed)
        const code = typed.replace(/\s/g, '')
        if (/^\d{6}$/.test(code)) onComplete(code)
      }}
      {...rest}
    />
  )
}
