import { useState } from 'react'
import { tabWords } from '#/contract/order-words.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import { checkOrder } from './draft/check-order.ts'
import { ttnCopyId } from './editing/fields.ts'
import { HideOrderDialog } from './HideOrderDialog.tsx'
import { OrderBody } from './OrderBody.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import { OrderToolbar } from './OrderToolbar.tsx'
import { SaveBar } from './SaveBar.tsx'
import classes from './OrderDialog.module.css'
import { UnsavedDialog } from './UnsavedDialog.tsx'
import { useOrderDialog } from './use-order-dialog.ts'
import { FailureNotice } from '../failures/FailureNotice.tsx'

interface Props {
  id: string
  /** Neighbours in the list below; null at its ends. */
  previous: string | null
  next: string | null
  onGo: (id: string) => void
  onClose: () => void
  /** Opens with the fields ready to be changed; after saving there is nothing to stay for. */
  editing?: boolean
}

export function OrderDialog({ id, previous, next, onGo, onClose, editing: opensEditing = false }: Props) {
  const open = useOrderDialog({ id, opensEditing, onClose })
  const { order, editing, leaving } = open
  const [hiding, setHiding] = useState(false)
  const { printing, print } = usePrinting()

  const go = (to: string | null) => {
    if (to !== null) leaving.leave(() => onGo(to))
  }
  useShortcuts('Замовлення', [
    { code: 'KeyE', label: 'редагувати', run: () => open.begin() },
    { code: 'KeyJ', label: 'наступне замовлення', run: () => go(next) },
    { code: 'KeyK', label: 'попереднє замовлення', run: () => go(previous) },
    { code: 'BracketRight', label: 'наступне замовлення', run: () => go(next) },
    { code: 'BracketLeft', label: 'попереднє замовлення', run: () => go(previous) },
    { code: 'KeyT', label: 'копіювати ТТН', run: () => document.getElementById(ttnCopyId)?.click() },
  ])

  return (
    <Dialog
      size="wide"
      // The row one has come to, not the one one began with.
      returnTo={() => document.querySelector<HTMLElement>(`tr[data-id="${id}"]`)}
      title={order === undefined ? 'Замовлення' : `Замовлення №\u00a0${order.number}`}
      onClose={() => leaving.leave(onClose)}
      aside={
        <OrderToolbar
          place={order === undefined ? '' : tabWords[order.tab]}
          onEdit={open.canEdit && editing.state === null ? () => open.begin() : null}
          onPrint={order === undefined ? null : print}
          onPrevious={previous === null ? null : () => go(previous)}
          onNext={next === null ? null : () => go(next)}
          onClose={() => leaving.leave(onClose)}
        />
      }
      footer={editing.state === null ? null : <SaveBar editing={editing} onSave={open.save} />}
    >
      <Trouble open={open} />
      {order !== undefined && (
        <OrderBody
          order={order}
          editing={editing}
          saved={open.saved}
          whyNot={open.whyNot}
          onBegin={open.begin}
          onHide={() => setHiding(true)}
        />
      )}
      {printing && order !== undefined && <OrderSheet order={order} check={checkOrder(order)} />}
      {hiding && order !== undefined && (
        <HideOrderDialog order={order} onHidden={onClose} onClose={() => setHiding(false)} />
      )}
      {leaving.asked && <Unsaved open={open} />}
    </Dialog>
  )
}

type Open = ReturnType<typeof useOrderDialog>

/** There is no order yet, or what is shown could not be made fresh. */
function Trouble({ open: { order, error, refetch } }: { open: Open }) {
  if (error === null) return order === undefined ? <Skeleton height={280} /> : null
  return (
    <div className={classes.notices}>
      <FailureNotice error={error} onRetry={() => void refetch()} />
    </div>
  )
}

function Unsaved({ open: { editing, leaving } }: { open: Open }) {
  const drop = () => {
    editing.end()
    leaving.goOn()
  }
  return (
    <UnsavedDialog
      saving={editing.saving}
      onSave={() => editing.save(leaving.goOn, leaving.stay)}
      onDrop={drop}
      onStay={leaving.stay}
    />
  )
}
