import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { sentenceOf } from '#/contract/errors.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { reauthenticate } from '../../api/cash-registers.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import classes from './CashRegistersPage.module.css'

interface Props {
  /** The password was right: what was refused can be done now. */
  onProven: () => void
  onClose: () => void
}

export function ReauthDialog({ onProven, onClose }: Props) {
  const [password, setPassword] = useState('')
  const prove = useMutation({ mutationFn: reauthenticate, onSuccess: onProven })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    prove.mutate(password)
  }
  return (
    <Dialog title="Підтвердьте, що це ви" onClose={onClose}>
      <Form onSubmit={submit}>
        <p>{sentenceOf('auth.reauth_required')} Усе, що ви вписали, збережено.</p>
        <PasswordField
          label="Ваш пароль"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={prove.error && sentenceFor(prove.error)}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Повернутися
          </Button>
          <Button type="submit" loading={prove.isPending}>
            Продовжити
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
