import { useEffect } from 'react'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx'
import { useKnownOrder } from '../../../store/orders.ts'
import { closeDialog, useDialog } from './dialog-store.ts'

const CreateReceiptDialog = lazyWithRetry(
  async () => (await import('../../receipt-dialogs/CreateReceiptDialog.tsx')).CreateReceiptDialog,
  { place: 'over' },
)
const PrepaymentDialog = lazyWithRetry(
  async () => (await import('../../receipt-dialogs/PrepaymentDialog.tsx')).PrepaymentDialog,
  { place: 'over' },
)
const CancelReceiptDialog = lazyWithRetry(
  async () => (await import('../../receipt-dialogs/CancelReceiptDialog.tsx')).CancelReceiptDialog,
  { place: 'over' },
)
const BulkDialog = lazyWithRetry(async () => (await import('../../bulk/BulkDialog.tsx')).BulkDialog, { place: 'over' })

export const actionDialogs = [CreateReceiptDialog, BulkDialog, PrepaymentDialog, CancelReceiptDialog] as const

/** The dialog that an action on the list has opened. `onBulkStarted`: receipts of all chosen orders are being created. */
export function ActionDialogs({ onBulkStarted }: { onBulkStarted: () => void }) {
  const dialog = useDialog()
  const opened = dialog !== null && dialog.kind !== 'bulk' ? dialog.order : null
  // As it is by now: a person whose receipt was refused because the order has changed looks at it again.
  const known = useKnownOrder(opened?.id ?? '')
  useEffect(() => closeDialog, [])
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'create':
      return <CreateReceiptDialog order={known ?? dialog.order} onClose={closeDialog} />
    case 'prepayment':
      return <PrepaymentDialog order={known ?? dialog.order} onClose={closeDialog} />
    case 'cancel':
      return <CancelReceiptDialog order={dialog.order} onClose={closeDialog} />
    case 'bulk':
      return (
        <BulkDialog
          ids={dialog.ids}
          total={dialog.total}
          onStarted={() => {
            closeDialog()
            onBulkStarted()
          }}
          onClose={closeDialog}
        />
      )
  }
}
