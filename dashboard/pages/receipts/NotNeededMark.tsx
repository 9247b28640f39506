import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { may } from '#/contract/permissions.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { takeBackNotNeeded } from '../../api/orders.ts'
import { formatLongDateTime } from '../../format.ts'
import { useUser } from '../../shell/user.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './ReceiptPanel.module.css'
import { putMark } from './put-receipt.ts'
import { useOnce } from './use-once.ts'

interface Props {
  order: Order
  mark: NonNullable<Order['receipt_not_needed']>
}

/** Says that the order needs no receipt, who decided so and why, and takes it back. */
export function NotNeededMark({ order, mark }: Props) {
  const queries = useQueryClient()
  const { role } = useUser()
  const takeBack = useOnce(() => takeBackNotNeeded(order.id), {
    onSuccess: (fresh) => {
      putMark(queries, fresh)
      toast('Позначку знято: чек знову потрібен.')
    },
  })
  return (
    <div className={classes.actions}>
      <Notice tone="quiet">
        <p>
          <b>Чек не потрібен.</b> {mark.reason}
        </p>
        <p className="soft">
          {mark.by === null ? '' : `${mark.by.login}, `}
          <time dateTime={mark.at}>{formatLongDateTime(mark.at)}</time>
        </p>
      </Notice>
      {takeBack.error && <Notice tone="danger">{sentenceFor(takeBack.error)}</Notice>}
      {may(role, 'receipt.settle') && (
        <div className={classes.buttons}>
          <Button variant="default" loading={takeBack.isPending} onClick={takeBack.run}>
            Зняти позначку
          </Button>
        </div>
      )}
    </div>
  )
}
