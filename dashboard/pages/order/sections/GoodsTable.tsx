import { formatMoney, lineSum } from '#/contract/money.ts'
import type { Goods } from '#/contract/orders.ts'
import { Table, type Column } from '../../../ui/Table.tsx'
import { formatQuantity } from '../../../words/format.ts'

const columns: readonly Column<Goods & { place: number }>[] = [
  { key: 'name', head: 'Назва', card: 'lead', cell: ({ name }) => name },
  { key: 'code', head: 'Код', cell: ({ code }) => code },
  { key: 'quantity', head: 'К-сть', isNumber: true, cell: ({ quantity }) => formatQuantity(quantity) },
  { key: 'price', head: 'Ціна', isNumber: true, cell: ({ price }) => formatMoney(price) },
  {
    key: 'discount',
    head: 'Знижка',
    isNumber: true,
    cell: ({ discount }) => (discount === 0 ? '—' : `−${formatMoney(discount)}`),
  },
  { key: 'sum', head: 'Сума', isNumber: true, isStrong: true, cell: (line) => formatMoney(lineSum(line)) },
]

export function GoodsTable({ goods }: { goods: readonly Goods[] }) {
  if (goods.length === 0) return <p className="soft">Товарів немає.</p>
  // Lines have no id of their own and never move while they are looked at.
  const rows = goods.map((line, place) => ({ ...line, place }))
  return <Table name="Товари" place="inner" columns={columns} rows={rows} keyOf={({ place }) => place} />
}
