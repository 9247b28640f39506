import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Order } from '#/contract/orders.ts'
import { may } from '#/contract/permissions.ts'
import type { ReceiptAlarms, TtnTrouble } from '#/contract/receipt-alarms.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { loadOrder } from '../../api/order-loader.ts'
import { editOrder, keepTtn } from '../../api/orders.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { putMark } from '../receipt-dialogs/refresh-receipt.ts'
import { Worklist } from './Worklist.tsx'

const keyOf = ({ order_id }: TtnTrouble): string => order_id

/** Orders that keep their own TTN while the CRM has another: a person says which one the parcel goes under. */
export function OtherTtns(orders: ReceiptAlarms['ttn_differs']) {
  const { role } = useUser()
  const deeds = useCallback(
    (trouble: TtnTrouble) => (may(role, 'order.edit') ? <Choice trouble={trouble} /> : null),
    [role],
  )
  return (
    <Worklist
      title="У CRM інша ТТН"
      about="Посилку відстежуємо за ТТН замовлення. Якщо вона їде за іншою, оплати не видно."
      {...orders}
      keyOf={keyOf}
    >
      {deeds}
    </Worklist>
  )
}

/** A receipt holds the TTN it was made for, so beside one the order itself is opened. */
function Choice({ trouble: { order_id, receipt_id, crm_ttn } }: { trouble: TtnTrouble }) {
  const take = useDeed((ttn) => takeTtn(order_id, ttn), 'ТТН із CRM взято в замовлення.')
  const keep = useDeed((ttn) => keepTtn(order_id, ttn), 'ТТН замовлення підтверджено.')
  const error = take.error ?? keep.error
  if (crm_ttn === null) return <OrderLink id={order_id}>Відкрити замовлення</OrderLink>
  return (
    <>
      {receipt_id === null ? (
        <Button size="compact-sm" loading={take.isPending} onClick={() => take.mutate(crm_ttn)}>
          Взяти ТТН із CRM
        </Button>
      ) : (
        <OrderLink id={order_id}>Відкрити чек</OrderLink>
      )}
      <Button size="compact-sm" variant="default" loading={keep.isPending} onClick={() => keep.mutate(crm_ttn)}>
        Наша правильна
      </Button>
      {error !== null && <p role="alert">{sentenceFor(error)}</p>}
    </>
  )
}

function useDeed(run: (ttn: string) => Promise<Order>, done: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (order) => {
      putMark(queries, order)
      toast(done)
    },
  })
}

async function takeTtn(id: string, ttn: string): Promise<Order> {
  const { version } = await loadOrder(id)
  return editOrder(id, version, { ttn })
}
