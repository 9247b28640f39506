import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { sentenceFor } from '../../api/api-error.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useOnce } from '../../api/use-once.ts'

interface Props {
  title: string
  /** What will happen. */
  children: ReactNode
  label: string
  /** A reason somebody might give. */
  example: string
  action: string
  /** `danger`: it takes something away. */
  tone?: 'danger'
  leave: string
  run: (reason: string) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

const shortest = 3

/** Asks why. The reason goes into the audit log: an inspector will ask for it. */
export function ReasonDialog({ title, children, label, example, action, tone, leave, run, onDone, onClose }: Props) {
  const form = useId()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const call = useOnce(() => run(reason.trim()), {
    onSuccess: () => {
      onDone()
      onClose()
    },
  })
  const isShort = reason.trim().length < shortest
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isShort) event.currentTarget.querySelector('input')?.focus()
    else call.run()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <DialogButtons
          action={{ label: action, ...(tone && { tone }), busy: call.isPending, does: { form } }}
          leave={leave}
          onLeave={onClose}
        />
      }
    >
      <form id={form} noValidate className="stack" onSubmit={submit}>
        <div className="soft">{children} Хто й чому так вирішив, залишиться в журналі.</div>
        <TextField
          label={label}
          description={example}
          data-autofocus
          autoComplete="off"
          maxLength={500}
          value={reason}
          error={tried && isShort ? 'Введіть причину.' : call.error && sentenceFor(call.error)}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
