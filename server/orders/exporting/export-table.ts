import { tabWords } from '#/contract/order-words.ts'
import type { Goods } from '#/contract/orders.ts'
import type { Tab } from '#/contract/tabs.ts'
import type { TableCell, TableSource } from '#/server/platform/table-file.ts'

export interface ExportRow {
  number: string
  ordered_at: string
  tab: Tab
  recipient_name: string
  recipient_phone: string
  ttn: string | null
  status_text: string | null
  goods: Goods[]
  total: number
  cod_amount: number | null
  notes: string
}

interface Column {
  title: string
  width: number
  value(row: ExportRow): TableCell
}

const kyiv = new Intl.DateTimeFormat('uk-UA', {
  timeZone: 'Europe/Kyiv',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const columns: readonly Column[] = [
  { title: 'Замовлення', width: 14, value: (row) => row.number },
  { title: 'Час', width: 18, value: (row) => kyiv.format(new Date(row.ordered_at)) },
  { title: 'Стан', width: 12, value: (row) => tabWords[row.tab] },
  { title: 'Одержувач', width: 30, value: (row) => row.recipient_name },
  { title: 'Телефон', width: 16, value: (row) => row.recipient_phone },
  { title: 'ТТН', width: 18, value: (row) => row.ttn },
  { title: 'Посилка', width: 30, value: (row) => row.status_text },
  {
    title: 'Товари',
    width: 50,
    value: (row) => row.goods.map(({ name, quantity }) => `${name} × ${quantity / 1000}`).join('; '),
  },
  { title: 'Сума, грн', width: 12, value: (row) => ({ kopiykas: row.total }) },
  {
    title: 'Післяплата, грн',
    width: 14,
    value: (row) => (row.cod_amount === null ? null : { kopiykas: row.cod_amount }),
  },
  { title: 'Примітки', width: 40, value: (row) => row.notes },
]

/** The list for the accountant: times in Kyiv. */
export const toOrdersTable = (rows: readonly ExportRow[]): TableSource => ({
  headings: columns.map(({ title }) => title),
  widths: columns.map(({ width }) => width),
  rows: cellsOf(rows),
})

/** One after another, so that fifty thousand of them never stop the process at once. */
function* cellsOf(rows: readonly ExportRow[]): Generator<TableCell[]> {
  for (const row of rows) yield columns.map((column) => column.value(row))
}
