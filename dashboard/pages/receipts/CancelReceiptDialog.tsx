import type { Order } from '#/contract/orders.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  order: Order
  onClose: () => void
}

export function CancelReceiptDialog({ order, onClose }: Props) {
  return (
    <Dialog title={order.number} onClose={onClose}>
      {null}
    </Dialog>
  )
}
