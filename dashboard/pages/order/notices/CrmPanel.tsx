import { useMutation } from '@tanstack/react-query'
import { may } from '#/contract/permissions.ts'
import { isRefusal, sentenceFor } from '../../../api/api-error.ts'
import { editOrder, keepTtn } from '../../../api/orders.ts'
import type { OneOrder } from '../../../api/order-loader.ts'
import { useUser } from '../../../api/user.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { crmChanges } from '../draft/crm-changes.ts'
import classes from './Notices.module.css'
import { TwoVersions } from './TwoVersions.tsx'
import { useFreshOrder } from '../editing/use-order.ts'

interface Props {
  order: OneOrder
  canTake: boolean
}

/** The CRM has something else now than the order a person has taken into their own hands. */
export function CrmPanel({ order, canTake }: Props) {
  const fresh = useFreshOrder()
  const { role } = useUser()
  const changes = crmChanges(order)
  const take = useMutation({
    mutationFn: (request: NonNullable<typeof changes>['request']) => editOrder(order.id, order.version, request),
    onSuccess: fresh.put,
    onError: (error) => {
      if (isRefusal(error, 'order.version_conflict', 'order.has_receipt')) void fresh.reload(order.id)
    },
  })
  const keep = useMutation({
    mutationFn: (crm_ttn: string) => keepTtn(order.id, crm_ttn),
    onSuccess: (kept) => {
      fresh.put(kept)
      toast('ТТН замовлення підтверджено.')
    },
    onError: () => void fresh.reload(order.id),
  })
  if (changes === null) return null
  const { ttn: crmTtn } = changes.request
  const canKeep = typeof crmTtn === 'string' && may(role, 'order.edit')
  const error = take.error ?? keep.error
  const differences = (
    <div className={classes.panel}>
      <TwoVersions
        head={changes.head}
        fields={changes.fields}
        one={{ name: 'У нас', draft: changes.ours }}
        other={{ name: 'У CRM', draft: changes.theirs }}
      />
      {error !== null && <p role="alert">{sentenceFor(error)}</p>}
      <div className={classes.choice}>
        {canTake && changes.fields.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={take.isPending}
            onClick={() => take.mutate(changes.request)}
          >
            Взяти з CRM
          </Button>
        )}
        {canKeep && (
          <Button size="compact-sm" variant="default" loading={keep.isPending} onClick={() => keep.mutate(crmTtn)}>
            ТТН замовлення правильна
          </Button>
        )}
      </div>
    </div>
  )
  return (
    <Notice tone="warn" below={differences}>
      <b>У CRM це замовлення тепер інше.</b> Тут воно лишається таким, як його зберегли в Касирі.
    </Notice>
  )
}
