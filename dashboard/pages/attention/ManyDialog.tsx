import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useOnce } from '../../api/use-once.ts'
import { TextField } from '../../ui/TextField.tsx'
import { actOnMany, type Refused } from './act-on-many.ts'
import rows from './ManyDialog.module.css'

interface Props<Item> {
  title: string
  /** How many, for how much, and what will happen. */
  children: ReactNode
  /** Asked once for all of them; null: nobody will ask why. */
  why: { label: string; example: string } | null
  action: string
  leave: string
  items: readonly Item[]
  act: (item: Item, reason: string) => Promise<unknown>
  nameOf: (item: Item) => string
  /** Told with how many it was done to, before those that were refused are shown. */
  onDone: (done: number) => void
  onClose: () => void
}

const shortest = 3

/** Asks once and does it to many, one by one. Whatever is refused is named with its reason, and the rest is done. */
export function ManyDialog<Item>(props: Props<Item>) {
  const { title, children, why, action, leave, items, act, nameOf, onDone, onClose } = props
  const form = useId()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<readonly Refused<Item>[] | null>(null)
  const { run, isPending } = useOnce(() => actOnMany(items, (item) => act(item, reason.trim())), {
    onSuccess: (left) => {
      onDone(items.length - left.length)
      if (left.length === 0) onClose()
      else setRefused(left)
    },
  })
  if (refused !== null) {
    return <RefusedDialog refused={refused} total={items.length} nameOf={nameOf} onClose={onClose} />
  }
  const isShort = why !== null && reason.trim().length < shortest
  /** Half-way there is nothing to leave: it would go on unseen, and what was refused would not be told. */
  const close = () => {
    if (!isPending) onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isShort) event.currentTarget.querySelector('input')?.focus()
    else run()
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      footer={
        <DialogButtons
          action={{ label: action, busy: isPending, does: why === null ? run : { form } }}
          leave={leave}
          onLeave={close}
        />
      }
    >
      <form id={form} noValidate className="stack" onSubmit={submit}>
        <div className="soft">{children}</div>
        {why !== null && (
          <TextField
            label={why.label}
            description={why.example}
            data-autofocus
            autoComplete="off"
            maxLength={500}
            value={reason}
            error={tried && isShort ? 'Введіть причину.' : null}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  )
}

interface RefusedProps<Item> {
  refused: readonly Refused<Item>[]
  total: number
  nameOf: (item: Item) => string
  onClose: () => void
}

function RefusedDialog<Item>({ refused, total, nameOf, onClose }: RefusedProps<Item>) {
  return (
    <Dialog
      title="Зроблено не все"
      onClose={onClose}
      footer={<DialogButtons action={null} leave="Закрити" onLeave={onClose} />}
    >
      <div className="stack">
        <Notice tone="danger">
          Не вдалося: {refused.length} з {total}. Решту зроблено.
        </Notice>
        <ul className={rows.rows}>
          {refused.map(({ item, detail }, place) => (
            // The list never changes once it is shown.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <b>{nameOf(item)}</b>
              <div className="soft">{detail}</div>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
