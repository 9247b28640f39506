import { useRef, useState, type FormEvent } from 'react'
import type { SecondFactorSetup } from '#/contract/second-factor.ts'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { showRecoveryCodes } from '../../api/prompts.ts'
import { confirmAuthenticator, useFactorChange } from '../../api/second-factor.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import classes from './SecurityPage.module.css'

interface Props {
  setup: SecondFactorSetup
  onClose: () => void
}

/** The authenticator counts only after the person has typed a code of it: a QR code that was never scanned locks no account. */
export function SetUpDialog({ setup, onClose }: Props) {
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const confirm = useFactorChange(confirmAuthenticator, ({ recovery_codes }) => {
    showRecoveryCodes(recovery_codes)
    onClose()
  })
  const send = (given: string) => {
    if (!confirm.isPending) confirm.mutate(given, { onError: () => field.current?.select() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') field.current?.focus()
    else send(code.trim())
  }
  const isWrong = isRefusal(confirm.error, 'auth.code_wrong', 'request.invalid')
  return (
    <Dialog title="Під’єднати застосунок з кодами" size="medium" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        {confirm.error && !isWrong && <Notice tone="danger">{sentenceFor(confirm.error)}</Notice>}
        <ol className={classes.steps}>
          <li>
            Відкрийте на&nbsp;телефоні застосунок з&nbsp;кодами. Якщо його ще немає, встановіть будь-який: Google
            Authenticator, Microsoft Authenticator, Aegis.
          </li>
          <li>
            Скануйте ним цей QR-код.
            <Scan setup={setup} />
          </li>
          <li>
            Введіть шість цифр, які показав застосунок.
            <CodeField
              ref={field}
              label="Код із застосунку"
              value={code}
              error={isWrong ? sentenceFor(confirm.error) : null}
              busy={confirm.isPending}
              onChange={setCode}
              onComplete={send}
            />
          </li>
        </ol>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Не під’єднувати
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            Під’єднати
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Scan({ setup: { secret, uri } }: { setup: SecondFactorSetup }) {
  return (
    <div className={classes.scan}>
      <QrCode text={uri} label="QR-код для застосунку з кодами" />
      <div className={classes.byHand}>
        <span className="soft">Не сканується? Введіть ключ вручну:</span>
        <span>
          <code className={classes.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
          <CopyButton value={secret} what="ключ" />
        </span>
        <a className={classes.sameDevice} href={uri}>
          Відкрити в&nbsp;застосунку на&nbsp;цьому телефоні
        </a>
      </div>
    </div>
  )
}
