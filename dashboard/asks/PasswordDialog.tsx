import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { sentenceOf } from '#/contract/errors.ts'
import { sentenceFor } from '../api/api-error.ts'
import { command } from '../api/client.ts'
import { useUser } from '../api/user.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/Form.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import classes from './Asks.module.css'

interface Props {
  /** true: the password was right, and what was refused is done now. */
  onAnswer: (proven: boolean) => void
}

const prove = (password: string): Promise<void> => command('POST', '/auth/reauth', { password })

export function PasswordDialog({ onAnswer }: Props) {
  const { login } = useUser()
  const [password, setPassword] = useState('')
  const reauth = useMutation({ mutationFn: prove, onSuccess: () => onAnswer(true) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') reauth.mutate(password)
  }
  return (
    <Dialog title="Підтвердьте, що це ви" onClose={() => onAnswer(false)}>
      <Form onSubmit={submit}>
        <p>{sentenceOf('auth.reauth_required')} Усе, що ви ввели, збережено.</p>
        {/* Password managers want to know whose password this is. */}
        <input type="text" autoComplete="username" value={login} readOnly hidden />
        <PasswordField
          label="Ваш пароль"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={reauth.error && sentenceFor(reauth.error)}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => onAnswer(false)}>
            Повернутися
          </Button>
          <Button type="submit" loading={reauth.isPending}>
            Продовжити
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
