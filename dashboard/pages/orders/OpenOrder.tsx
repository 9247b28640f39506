import { later } from '../../ui/later.tsx'
import type { Desk } from './use-desk.ts'

export const OrderDialog = later(async () => (await import('../order/OrderDialog.tsx')).OrderDialog, { place: 'over' })

/** The order over the list. */
export function OpenOrder({ opening }: { opening: Desk['opening'] }) {
  if (opening.id === null) return null
  return (
    <OrderDialog
      id={opening.id}
      previous={opening.previous}
      next={opening.next}
      editing={opening.editing}
      onGo={opening.move}
      onClose={opening.close}
    />
  )
}
