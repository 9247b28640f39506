import { useEffect } from 'react'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx'
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
  useEffect(() => closeDialog, [])
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'create':
      return <CreateReceiptDialog order={dialog.order} onClose={closeDialog} />
    case 'prepayment':
      return <PrepaymentDialog order={dialog.order} onClose={closeDialog} />
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
