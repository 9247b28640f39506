import { formatMoney } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import { pluralize } from '#/contract/plurals.ts'
import { isPaidFor, receiptWord } from '#/contract/receipt-words.ts'
import { formatLongDateTime, formatPhone, splitTtn } from '../../words/format.ts'
import { PrintSheet } from '../../ui/PrintSheet.tsx'
import classes from './PrintedRegister.module.css'

const orderForms = { one: 'замовлення', few: 'замовлення', many: 'замовлень', other: 'замовлення' }

/** The register of chosen orders on A4; its head is repeated on every page. */
export function PrintedRegister({ orders, at }: { orders: readonly Order[]; at: string }) {
  const sum = orders.reduce((total, order) => total + order.total, 0)
  return (
    <PrintSheet>
      <h1 className={classes.title}>Реєстр замовлень</h1>
      <p>
        {formatLongDateTime(at)} · {pluralize(orders.length, orderForms)} · {formatMoney(sum)}
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>№</th>
            <th>ТТН</th>
            <th>Замовлення</th>
            <th>Одержувач</th>
            <th>Сума</th>
            <th>Чек</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order, place) => (
            <tr key={order.id}>
              <td>{place + 1}</td>
              <td>{order.ttn === null ? '—' : <PrintedTtn ttn={order.ttn} />}</td>
              <td>{order.number}</td>
              <td>
                {order.recipient.name}, {formatPhone(order.recipient.phone)}
              </td>
              <td className={classes.sum}>{formatMoney(order.total)}</td>
              <td>
                {order.receipt === null ? 'немає' : receiptWord({ ...order.receipt, is_paid: isPaidFor(order.parcel) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}

function PrintedTtn({ ttn }: { ttn: string }) {
  const { start, end } = splitTtn(ttn)
  return (
    <>
      {start}
      <b>{end}</b>
    </>
  )
}
