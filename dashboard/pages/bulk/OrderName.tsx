import { OrderLink } from '../order-parts/OrderLink.tsx'
import { Ttn } from '../order-parts/Ttn.tsx'
import { useKnownOrder } from '../order-parts/use-known-order.ts'

interface Props {
  id: string
  onLeave?: () => void
}

/** «№ 84211 · 2045 … 4821 · Олена Шевченко», with a link to the order. */
export function OrderName({ id, onLeave }: Props) {
  const { order, failed } = useKnownOrder(id)
  if (order === undefined) return <span className="soft">{failed ? 'Замовлення приховано' : 'Завантажуємо…'}</span>
  return (
    <span>
      <OrderLink id={id} onClick={onLeave}>
        №&nbsp;{order.number}
      </OrderLink>
      {order.ttn !== null && (
        <>
          {' · '}
          <Ttn ttn={order.ttn} />
        </>
      )}
      {' · '}
      {order.recipient.name}
    </span>
  )
}
