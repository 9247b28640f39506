import { sentenceOf } from '#/contract/errors.ts'
import type { Order } from '#/contract/orders.ts'
import { may, type Permission } from '#/contract/permissions.ts'
import { advanceOf, isHeld } from '#/contract/receipt-candidate.ts'
import { receiptCan } from '#/contract/receipt-states.ts'
import { useUser } from '../../../api/user.ts'
import { toast } from '../../../ui/toast.ts'
import { openDialog } from './dialog-store.ts'

/** Opens the dialog of an action on receipts. An action that is not possible is answered with the reason. */
export function useReceiptActions() {
  const { role } = useUser()

  const isAllowed = (permission: Permission): boolean => {
    if (!may(role, permission)) toast(sentenceOf('auth.forbidden'), 'danger')
    return may(role, permission)
  }
  const openUnlessHeld = (kind: 'create' | 'prepayment') => (order: Order) => {
    if (!isAllowed('receipt.create')) return
    const isRest = kind === 'create' && advanceOf(order) > 0
    if (isHeld(order) && !isRest) toast(sentenceOf('receipt.exists'), 'danger')
    else openDialog({ kind, order })
  }
  const createMany = (ids: Iterable<string>, total: number) => {
    if (isAllowed('receipt.create')) openDialog({ kind: 'bulk', ids: [...ids], total })
  }
  const cancel = (order: Order) => {
    if (!isAllowed('receipt.cancel')) return
    const state = order.receipt?.state
    if (state !== undefined && receiptCan.be_cancelled(state)) openDialog({ kind: 'cancel', order })
    else
      toast(state === 'fiscalized' ? sentenceOf('receipt.fiscalized') : 'Чека немає, скасовувати немає чого.', 'danger')
  }

  return { create: openUnlessHeld('create'), prepay: openUnlessHeld('prepayment'), createMany, cancel, isAllowed }
}
