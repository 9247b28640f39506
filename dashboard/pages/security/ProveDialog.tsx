import { useState, type FormEvent, type ReactNode } from 'react'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { useFactorChange } from '../../api/second-factor.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import classes from './SecurityPage.module.css'

interface Props<Answer> {
  title: string
  /** What will happen. */
  children: ReactNode
  verb: string
  /** The button that leaves everything as it is. */
  keep: string
  danger?: boolean
  run: (password: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** A change of the second factor that the server makes only together with the password. */
export function ProveDialog<Answer>({ title, children, verb, keep, danger, run, onDone, onClose }: Props<Answer>) {
  const { login } = useUser()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const change = useFactorChange(run, (answer) => {
    onDone(answer)
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (password !== '') change.mutate(password)
  }
  const isWrong = isRefusal(change.error, 'auth.wrong_current_password')
  const missing = tried && password === '' ? 'Введіть пароль.' : null
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit}>
        <p>{children}</p>
        {change.error && !isWrong && <Notice tone="danger">{sentenceFor(change.error)}</Notice>}
        {/* Password managers want to know whose password this is. */}
        <input type="text" autoComplete="username" value={login} readOnly hidden />
        <PasswordField
          label="Ваш пароль"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={missing ?? (isWrong ? sentenceFor(change.error) : null)}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {keep}
          </Button>
          <Button type="submit" tone={danger === true ? 'danger' : 'accent'} loading={change.isPending}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
