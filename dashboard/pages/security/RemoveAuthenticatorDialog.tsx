import { Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { removeAuthenticator, useFactorChange } from '../../api/second-factor.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './SecurityPage.module.css'

interface Props {
  onClose: () => void
}

export function RemoveAuthenticatorDialog({ onClose }: Props) {
  const [password, setPassword] = useState('')
  const remove = useFactorChange(removeAuthenticator, () => {
    toast('Застосунок з\u00a0кодами від’єднано.')
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') remove.mutate(password)
  }
  const isWrong = isRefusal(remove.error, 'auth.wrong_current_password')
  return (
    <Dialog title="Від’єднати застосунок з кодами?" onClose={onClose}>
      <Form onSubmit={submit}>
        <p>Його коди перестануть діяти. Якщо ключа доступу немає, для входу вистачить самого пароля.</p>
        {remove.error && !isWrong && <Notice tone="danger">{sentenceFor(remove.error)}</Notice>}
        <PasswordField
          label="Ваш пароль"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={isWrong ? sentenceFor(remove.error) : null}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Залишити застосунок
          </Button>
          <Button type="submit" color="red" loading={remove.isPending}>
            Від’єднати
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
