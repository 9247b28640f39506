import type { Order } from '#/contract/orders.ts'
import { later } from '../../ui/later.tsx'

/** What is being done over the list. */
export type Task =
  | { kind: 'create' | 'prepayment' | 'cancel'; order: Order }
  | { kind: 'bulk'; ids: readonly string[]; total: number }

interface Props {
  task: Task | null
  onClose: () => void
  onStarted: () => void
}

const CreateReceiptDialog = later(
  async () => (await import('../receipt-dialogs/CreateReceiptDialog.tsx')).CreateReceiptDialog,
  { place: 'over' },
)
const PrepaymentDialog = later(async () => (await import('../receipt-dialogs/PrepaymentDialog.tsx')).PrepaymentDialog, {
  place: 'over',
})
const CancelReceiptDialog = later(
  async () => (await import('../receipt-dialogs/CancelReceiptDialog.tsx')).CancelReceiptDialog,
  { place: 'over' },
)
const BulkDialog = later(async () => (await import('../bulk/BulkDialog.tsx')).BulkDialog, { place: 'over' })

export const taskDialogs = [CreateReceiptDialog, BulkDialog, PrepaymentDialog, CancelReceiptDialog] as const

/** The dialogs of what is done over the list. */
export function OrderTasks({ task, onClose, onStarted }: Props) {
  if (task === null) return null
  switch (task.kind) {
    case 'create':
      return <CreateReceiptDialog order={task.order} onClose={onClose} />
    case 'prepayment':
      return <PrepaymentDialog order={task.order} onClose={onClose} />
    case 'cancel':
      return <CancelReceiptDialog order={task.order} onClose={onClose} />
    case 'bulk':
      return <BulkDialog ids={task.ids} total={task.total} onStarted={onStarted} onClose={onClose} />
  }
}
