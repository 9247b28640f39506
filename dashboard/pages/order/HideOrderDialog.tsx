import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { may } from '#/contract/permissions.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { hideOrder, ordersKey, restoreOrder } from '../../api/orders.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './OrderDialog.module.css'

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
    onSuccess: () => toast(`Замовлення №\u00a0${order.number} повернуто в чергу.`),
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
    <Dialog title={`Приховати замовлення №\u00a0${order.number}?`} onClose={onClose}>
      <p>
        Воно зникне з черги в усіх касирів, і CRM його не поверне.{' '}
        {canRestore ? 'Повернути його можна зі списку прихованих.' : 'Повернути його зможе лише адміністратор.'}
      </p>
      {hide.error !== null && <Notice tone="danger">{sentenceFor(hide.error)}</Notice>}
      <div className={classes.answers}>
        <Button tone="danger" loading={hide.isPending} onClick={() => hide.mutate()}>
          Приховати замовлення
        </Button>
        <Button variant="default" data-autofocus onClick={onClose}>
          Залишити
        </Button>
      </div>
    </Dialog>
  )
}
