import { useState } from 'react'
import { isRefusal } from '../../api/api-error.ts'
import { toast } from '../../ui/toast.ts'
import { useUser } from '../../api/user.ts'
import { useBeginEditing } from './editing/use-begin-editing.ts'
import { useLeaving } from './editing/use-leaving.ts'
import { useOrderEditing } from './editing/use-order-editing.ts'
import { useOrder } from './editing/use-order.ts'
import { usePresence } from './editing/use-presence.ts'
import { whyNotEdit } from './editing/why-not-edit.ts'

interface Given {
  id: string
  opensEditing: boolean
  onClose: () => void
}

/** State and actions of the order dialog: the order, its editing and the guard of what is typed. */
export function useOrderDialog({ id, opensEditing, onClose }: Given) {
  const { order, error, refetch, isAnswered } = useOrder(id)
  const { role } = useUser()
  const [opened] = useState(id)
  const [saved, setSaved] = useState<string | null>(null)
  const editing = useOrderEditing(order)
  const leaving = useLeaving(editing.dirty)
  const whyNot = order === undefined ? null : whyNotEdit(order, role)
  const canEdit = order !== undefined && whyNot === null && isAnswered
  const begin = useBeginEditing({ order, canEdit, opensEditing, editing, onBegin: () => setSaved(null) })
  usePresence(id, editing.state !== null)

  const save = () =>
    editing.save(() => {
      const closesAfterSaving = opensEditing && id === opened
      if (!closesAfterSaving) return setSaved(id)
      toast(`Замовлення №\u00a0${order?.number ?? ''} збережено.`)
      leaving.leaveSaved(onClose)
    })

  // What was typed stays in sight; of what is only read nothing can be done with an order that is gone.
  const isGone = isRefusal(error, 'order.not_found') && editing.state === null
  return {
    order: isGone ? undefined : order,
    error,
    refetch,
    editing,
    leaving,
    whyNot,
    canEdit,
    begin,
    save,
    saved: saved === id,
  }
}
