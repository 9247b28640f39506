import type { Order } from '#/contract/orders.ts'
import { BulkDialog } from '../receipts/BulkDialog.tsx'
import { CancelReceiptDialog } from '../receipts/CancelReceiptDialog.tsx'
import { CreateReceiptDialog } from '../receipts/CreateReceiptDialog.tsx'
import { PrepaymentDialog } from '../receipts/PrepaymentDialog.tsx'

/** What is being done over the list. */
export type Task =
  | { kind: 'create' | 'prepayment' | 'cancel'; order: Order }
  | { kind: 'bulk'; ids: readonly string[]; total: number }

interface Props {
  task: Task | null
  onClose: () => void
  onStarted: () => void
}

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
