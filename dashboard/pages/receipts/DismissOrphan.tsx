import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { sentenceFor } from '../../api/api-error.ts'
import { alarmsQuery, dismissOrphan } from '../../api/receipts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { DialogButtons } from './DialogButtons.tsx'
import classes from './ReceiptDialogs.module.css'

interface Props {
  providerId: string
  onClose: () => void
}

const shortest = 3

/** The reason goes into the audit log: an inspector will ask for it. */
export function DismissOrphan({ providerId, onClose }: Props) {
  const form = useId()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const dismiss = useMutation({
    mutationFn: () => dismissOrphan(providerId, reason.trim()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: alarmsQuery.queryKey })
      toast('Документ позначено перевіреним.')
      onClose()
    },
  })
  const isShort = reason.trim().length < shortest
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isShort && !dismiss.isPending) dismiss.mutate()
  }
  return (
    <Dialog
      title="Документ без чека — усе гаразд?"
      onClose={onClose}
      footer={
        <DialogButtons
          action={{ label: 'Позначити перевіреним', busy: dismiss.isPending, does: { form } }}
          leave="Не позначати"
          onLeave={onClose}
        />
      }
    >
      <form id={form} noValidate className={classes.body} onSubmit={submit}>
        <p className="soft">
          Документ <code>{providerId}</code> більше не вимагатиме уваги. Хто й чому так вирішив, залишиться в журналі.
        </p>
        <TextInput
          label="Чому він може лишитися"
          description="Наприклад: чек створено вручну в кабінеті, бо Касир тоді не працював."
          data-autofocus
          autoComplete="off"
          maxLength={500}
          value={reason}
          error={tried && isShort ? 'Напишіть причину.' : dismiss.error && sentenceFor(dismiss.error)}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
