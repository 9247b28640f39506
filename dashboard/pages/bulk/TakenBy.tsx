import { useQuery } from '@tanstack/react-query'
import { receiptQuery } from '../../api/receipts.ts'
import { useUser } from '../../api/user.ts'
import { useKnownOrder } from '../order-parts/use-known-order.ts'

/** Whose receipt stands in the way: a colleague's work on the same orders is no failure, and it has a name. */
export function TakenBy({ orderId }: { orderId: string }) {
  const me = useUser()
  const { order } = useKnownOrder(orderId)
  const receiptId = order?.receipt?.id
  const { data } = useQuery({ ...receiptQuery(receiptId ?? ''), enabled: receiptId !== undefined })
  const maker = data?.created_by
  if (!maker) return null
  return <> {maker.id === me.id ? 'Його створили ви.' : `Його створює чи створив користувач ${maker.login}.`}</>
}
