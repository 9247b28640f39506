import { useCallback, useRef, useState, type FormEvent, type Ref } from 'react'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { useLogIn } from '../../api/mutations.ts'
import { passkeysWork } from '../../api/passkeys-work.ts'
import type { TypedLogin } from '../../api/session.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './CodeForm.module.css'
import { PasskeyButton } from './PasskeyButton.tsx'

interface Props {
  /** The password was right. */
  typed: TypedLogin
  onBack: () => void
}

/** The second step of the login, for a person who has a second factor. */
export function CodeForm({ typed, onBack }: Props) {
  const logIn = useLogIn()
  const [kind, setKind] = useState<'digits' | 'recovery'>('digits')
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // Either field takes the focus as it appears.
  const take = useCallback((input: HTMLInputElement | null) => {
    field.current = input
    input?.focus()
  }, [])

  const send = (given: string) => {
    if (!logIn.isPending) logIn.mutate({ ...typed, code: given }, { onError: () => field.current?.select() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') field.current?.focus()
    else send(code.trim())
  }
  const change = () => {
    setKind(kind === 'digits' ? 'recovery' : 'digits')
    setCode('')
    logIn.reset()
  }

  const isWrong = isRefusal(logIn.error, 'auth.second_factor_wrong')
  const error = isWrong ? sentenceFor(logIn.error) : null
  return (
    <Form onSubmit={submit}>
      {logIn.error && !isWrong && <Notice tone="danger">{sentenceFor(logIn.error)}</Notice>}
      {kind === 'digits' ? (
        <CodeField
          ref={take}
          label="Код із застосунку"
          description="Пароль правильний. Відкрийте застосунок з кодами і введіть шість цифр."
          value={code}
          error={error}
          busy={logIn.isPending}
          onChange={setCode}
          onComplete={send}
        />
      ) : (
        <RecoveryField ref={take} value={code} error={error} busy={logIn.isPending} onChange={setCode} />
      )}
      <Button type="submit" size="md" loading={logIn.isPending}>
        Увійти
      </Button>
      {passkeysWork() && <PasskeyButton />}
      <div className={classes.other}>
        <Button variant="link" className={classes.link} onClick={change}>
          {kind === 'digits' ? 'Увійти кодом відновлення' : 'Увійти кодом із застосунку'}
        </Button>
        <Button variant="link" className={classes.link} onClick={onBack}>
          Назад до пароля
        </Button>
      </div>
      {kind === 'recovery' && (
        <p className={classes.help}>Немає ні телефона, ні кодів? Адміністратор скине вам другий фактор.</p>
      )}
    </Form>
  )
}

interface RecoveryFieldProps {
  ref: Ref<HTMLInputElement>
  value: string
  error: string | null
  busy: boolean
  onChange: (typed: string) => void
}

function RecoveryField({ busy, onChange, ...rest }: RecoveryFieldProps) {
  return (
    <TextField
      size="md"
      label="Код відновлення"
      description="Один із тих, що ви зберегли, коли налаштовували другий фактор. Кожен діє один раз."
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      readOnly={busy}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}
