import { formatMoney } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import { pluralize } from '#/contract/plurals.ts'
import { PrintSheet } from '../../../ui/PrintSheet.tsx'
import { formatLongDateTime } from '../../../words/format.ts'
import { columns } from '../table/columns.tsx'
import classes from './PrintedList.module.css'
import { orderForms } from '../../../words/counted-words.ts'

const printed = columns.flatMap((column) => column.printed ?? [])

/** The chosen orders on A4; the head of the table is repeated on every page. */
export function PrintedList({ orders, at }: { orders: readonly Order[]; at: string }) {
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
            {printed.map(({ head }) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order, place) => (
            <tr key={order.id}>
              <td>{place + 1}</td>
              {printed.map(({ head, align, cell }) => (
                <td key={head} data-align={align}>
                  {cell(order)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}
