import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { takeBackNotNeeded } from '../../api/orders.ts'
import { toast } from '../../ui/toast.ts'
import { putMark } from '../receipt-dialogs/refresh-receipt.ts'
import { SettledMark } from './SettledMark.tsx'
import { useOnce } from '../../api/use-once.ts'

interface Props {
  order: Order
  mark: NonNullable<Order['receipt_not_needed']>
}

/** Says that the order needs no receipt, who decided so and why, and takes it back. */
export function NotNeededMark({ order, mark }: Props) {
  const queries = useQueryClient()
  const takeBack = useOnce(() => takeBackNotNeeded(order.id), {
    onSuccess: (fresh) => {
      putMark(queries, fresh)
      toast('Позначку знято: чек знову потрібен.')
    },
  })
  return (
    <SettledMark mark={mark} action="Зняти позначку" takeBack={takeBack}>
      Чек не потрібен.
    </SettledMark>
  )
}
