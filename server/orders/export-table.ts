import { tabWords } from '#/contract/order-words.ts'
import type { Goods } from '#/contract/orders.ts'
import type { Tab } from '#/contract/tabs.ts'

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
  /** Text, or a number of kopiykas. */
  value(row: ExportRow): string | number | null
}

const kyiv = new Intl.DateTimeFormat('uk-UA', {
  timeZone: 'Europe/Kyiv',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

export const exportColumns: readonly Column[] = [
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
  { title: 'Сума, грн', width: 12, value: (row) => row.total },
  { title: 'Післяплата, грн', width: 14, value: (row) => row.cod_amount },
  { title: 'Примітки', width: 40, value: (row) => row.notes },
]

/** For a Ukrainian spreadsheet: the mark of UTF-8, semicolons, a decimal comma. */
export const toCsv = (rows: readonly ExportRow[]): string =>
  `\uFEFF${[
    exportColumns.map(({ title }) => title),
    ...rows.map((row) => exportColumns.map((column) => toCell(column.value(row)))),
  ]
    .map((cells) => cells.join(';'))
    .join('\r\n')}\r\n`

function toCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return (value / 100).toFixed(2).replace('.', ',')
  // A cell that begins like a formula would be run by the spreadsheet of whoever opens the file.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
