import { formatMoney } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import { pluralize } from '#/contract/plurals.ts'
import { PrintSheet } from '../../../ui/PrintSheet.tsx'
import { Table, type Column } from '../../../ui/Table.tsx'
import { formatLongDateTime } from '../../../words/format.ts'
import { columns } from '../table/columns.tsx'
import classes from './PrintedList.module.css'
import { orderForms } from '../../../words/counted-words.ts'

interface Row {
  order: Order
  place: number
}

const printed: readonly Column<Row>[] = [
  { key: 'place', head: '№', cell: ({ place }) => place },
  ...columns
    .flatMap((column) => column.printed ?? [])
    .map(({ head, align, cell }): Column<Row> => {
      return { key: head, head, isNumber: align === 'end', cell: ({ order }) => cell(order) }
    }),
]

/** The chosen orders on A4; the head of the table is repeated on every page. */
export function PrintedList({ orders, at }: { orders: readonly Order[]; at: string }) {
  const rows = orders.map((order, place): Row => ({ order, place: place + 1 }))
  const sum = orders.reduce((total, order) => total + order.total, 0)
  return (
    <PrintSheet>
      <h1 className={classes.title}>Реєстр замовлень</h1>
      <p>
        {formatLongDateTime(at)} · {pluralize(orders.length, orderForms)} · {formatMoney(sum)}
      </p>
      <div className={classes.list}>
        <Table name="Реєстр замовлень" place="inner" columns={printed} rows={rows} keyOf={({ order }) => order.id} />
      </div>
    </PrintSheet>
  )
}
