import { useState, type FormEvent } from 'react'
import { showRecoveryCodes } from '../../api/prompts.ts'
import { addPasskey } from '../../api/passkeys.ts'
import { useFactorChange } from '../../api/second-factor.ts'
import { describeDevice } from '../../browser/device.ts'
import { passkeyRefusal } from '../../api/passkey-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './SecurityPage.module.css'

interface Props {
  onClose: () => void
}

const longestName = 60

export function AddPasskeyDialog({ onClose }: Props) {
  const [name, setName] = useState(() => describeDevice(navigator.userAgent))
  const [tried, setTried] = useState(false)
  const add = useFactorChange(addPasskey, ({ passkey, recovery_codes }) => {
    toast(`Додано ключ доступу «${passkey.name}».`)
    if (recovery_codes !== null) showRecoveryCodes(recovery_codes)
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '') add.mutate(name.trim())
  }
  return (
    <Dialog title="Додати ключ доступу" onClose={onClose}>
      <Form onSubmit={submit}>
        <p>Браузер запропонує, де зберегти ключ: на&nbsp;цьому пристрої, на&nbsp;телефоні чи на&nbsp;USB-ключі.</p>
        {add.error && <Notice tone="danger">{passkeyRefusal(add.error)}</Notice>}
        <TextField
          label="Назва"
          description="Щоб потім упізнати його в списку"
          size="md"
          autoComplete="off"
          data-autofocus
          maxLength={longestName}
          value={name}
          error={tried && name.trim() === '' ? 'Введіть назву.' : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Не додавати
          </Button>
          <Button type="submit" loading={add.isPending}>
            Додати
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
