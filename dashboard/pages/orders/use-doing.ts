import { useState } from 'react'
import { sentenceOf } from '#/contract/errors.ts'
import type { Order } from '#/contract/orders.ts'
import { may, type Permission } from '#/contract/permissions.ts'
import { advanceOf, isHeld } from '#/contract/receipt-candidate.ts'
import { receiptCan } from '#/contract/receipt-states.ts'
import { useUser } from '../../api/user.ts'
import { toast } from '../../ui/toast.ts'
import type { Task } from './OrderTasks.tsx'
import type { ShownOrder } from './use-order-list.ts'
import type { SelectionState } from './use-selection.ts'

/** What is done with orders from the list. A wish that cannot be is answered with the reason, never with silence. */
export function useDoing(rows: readonly ShownOrder[], selection: SelectionState, focused: Order | undefined) {
  const { role } = useUser()
  const [task, setTask] = useState<Task | null>(null)

  const allowed = (permission: Permission): boolean => {
    if (!may(role, permission)) toast(sentenceOf('auth.forbidden'), 'danger')
    return may(role, permission)
  }
  const whileFree = (kind: 'create' | 'prepayment') => (order: Order) => {
    if (!allowed('receipt.create')) return
    const isRest = kind === 'create' && advanceOf(order) > 0
    if (isHeld(order) && !isRest) toast(sentenceOf('receipt.exists'), 'danger')
    else setTask({ kind, order })
  }
  const create = whileFree('create')

  /** Of everything chosen, or of the row in focus when nothing is. */
  const createChosen = () => {
    const [only] = selection.ids.keys()
    const order = selection.count === 0 ? focused : rows.find(({ id }) => id === only)?.order
    if (selection.count <= 1 && order !== undefined) create(order)
    else if (selection.count > 0 && allowed('receipt.create'))
      setTask({ kind: 'bulk', ids: [...selection.ids.keys()], total: selection.sum })
  }

  const cancel = (order: Order) => {
    if (!allowed('receipt.cancel')) return
    const state = order.receipt?.state
    if (state !== undefined && receiptCan.be_cancelled(state)) setTask({ kind: 'cancel', order })
    else
      toast(state === 'fiscalized' ? sentenceOf('receipt.fiscalized') : 'Чека немає, скасовувати немає чого.', 'danger')
  }

  const copyTtn = ({ ttn }: Order) => {
    if (ttn === null) return toast(sentenceOf('receipt.no_ttn'), 'danger')
    navigator.clipboard.writeText(ttn).then(
      () => toast(`ТТН\u00a0…${ttn.slice(-4)} скопійовано.`),
      () => toast('Браузер не дозволив копіювати.', 'danger'),
    )
  }

  return { task, setTask, create, createChosen, prepay: whileFree('prepayment'), cancel, copyTtn, allowed }
}
