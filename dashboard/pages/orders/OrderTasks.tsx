import { lazy, Suspense, useEffect } from 'react'
import type { Order } from '#/contract/orders.ts'
import { holdShortcuts } from '../../keyboard/shortcuts.ts'

/** What is being done over the list. */
export type Task =
  | { kind: 'create' | 'prepayment' | 'cancel'; order: Order }
  | { kind: 'bulk'; ids: readonly string[]; total: number }

interface Props {
  task: Task | null
  onClose: () => void
  onStarted: () => void
}

const imports = {
  create: () => import('../receipts/CreateReceiptDialog.tsx'),
  prepayment: () => import('../receipts/PrepaymentDialog.tsx'),
  cancel: () => import('../receipts/CancelReceiptDialog.tsx'),
  bulk: () => import('../receipts/BulkDialog.tsx'),
}
const CreateReceiptDialog = lazy(async () => ({ default: (await imports.create()).CreateReceiptDialog }))
const PrepaymentDialog = lazy(async () => ({ default: (await imports.prepayment()).PrepaymentDialog }))
const CancelReceiptDialog = lazy(async () => ({ default: (await imports.cancel()).CancelReceiptDialog }))
const BulkDialog = lazy(async () => ({ default: (await imports.bulk()).BulkDialog }))

/** The dialogs come after the list, but before anybody needs them. */
export function OrderTasks(props: Props) {
  useEffect(() => {
    for (const load of Object.values(imports)) void load()
  }, [])
  return (
    <Suspense fallback={<Holding />}>
      <TaskDialog {...props} />
    </Suspense>
  )
}

/** While a dialog is on its way its keys must not fall on the list below. */
export function Holding() {
  useEffect(holdShortcuts, [])
  return null
}

function TaskDialog({ task, onClose, onStarted }: Props) {
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
