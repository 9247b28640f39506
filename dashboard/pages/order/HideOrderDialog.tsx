import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { may } from '#/contract/permissions.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { hideOrder, ordersKey, restoreOrder } from '../../api/orders.ts'
import { useUser } from '../../api/user.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'

interface Props {
  order: Order
  onHidden: () => void
  onClose: () => void
}

export function HideOrderDialog({ order, onHidden, onClose }: Props) {
  const queries = useQueryClient()
  const canRestore = may(useUser().role, 'order.restore')
  const refresh = () => void queries.invalidateQueries({ queryKey: ordersKey })

  const restore = useMutation({
    mutationFn: () => restoreOrder(order.id),
    onSuccess: () => toast(`Замовлення №\u00a0${order.number} повернено в чергу.`),
    onError: (error) => toast(`Повернути не вдалося. ${sentenceFor(error)}`, 'danger'),
    onSettled: refresh,
  })

  const hide = useMutation({
    mutationFn: () => hideOrder(order.id),
    onSuccess: () => {
      toast(
        `Замовлення №\u00a0${order.number} приховано.`,
        'good',
        canRestore ? { label: 'Повернути', run: restore.mutate } : null,
      )
      onHidden()
      refresh()
    },
  })

  return (
    <ConfirmDialog
      title={`Приховати замовлення №\u00a0${order.number}?`}
      refusal={hide.error && sentenceFor(hide.error)}
      action={{ label: 'Приховати замовлення', tone: 'danger', busy: hide.isPending, does: () => hide.mutate() }}
      leave="Залишити"
      onClose={onClose}
    >
      <p>
        Воно зникне з черги в усіх касирів, і CRM його не поверне.{' '}
        {canRestore ? 'Повернути його можна зі списку прихованих.' : 'Повернути його зможе лише адміністратор.'}
      </p>
    </ConfirmDialog>
  )
}
