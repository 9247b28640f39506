import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { Trouble } from '#/contract/receipt-alarms.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { alarmsQuery, sendCopy } from '../../api/receipts.ts'
import { orderQuery } from '../../store/order-queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { toCopyAddress } from './copy-address.ts'
import { DialogButtons } from '../../ui/DialogButtons.tsx'

interface Props {
  trouble: Trouble & { receipt_id: string }
  onClose: () => void
}

/** The buyer gets the copy by e-mail or SMS: to the phone of the order, unless another address is typed. */
export function SendCopyDialog({ trouble, onClose }: Props) {
  const form = useId()
  const queries = useQueryClient()
  const { data: order } = useQuery(orderQuery(trouble.order_id))
  const [changed, setTyped] = useState<string | null>(null)
  const typed = changed ?? order?.recipient.phone ?? ''
  const [tried, setTried] = useState(false)
  const address = toCopyAddress(typed)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (to: NonNullable<typeof address>) => sendCopy(trouble.receipt_id, to),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: alarmsQuery.queryKey })
      toast('Копію чека надіслано.')
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (address === null) event.currentTarget.querySelector('input')?.focus()
    else if (!isPending) mutate(address)
  }
  const mistake = tried && address === null ? 'Введіть пошту або номер телефону.' : null
  return (
    <Dialog
      title={`Копія чека — замовлення №\u00a0${trouble.number}`}
      onClose={onClose}
      footer={
        <DialogButtons
          action={{ label: 'Надіслати копію', busy: isPending, does: { form } }}
          leave="Не надсилати"
          onLeave={onClose}
        />
      }
    >
      <form id={form} noValidate className="stack" onSubmit={submit}>
        <p className="soft">Checkbox надішле покупцеві посилання на фіскальний чек.</p>
        <TextField
          label="Пошта або телефон покупця"
          description="Наприклад: olena@example.com або 067 111 22 33."
          data-autofocus
          autoComplete="off"
          value={typed}
          error={mistake ?? (error && sentenceFor(error))}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
