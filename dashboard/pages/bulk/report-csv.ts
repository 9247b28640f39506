import { isPaidFor, receiptWord } from '#/contract/receipt-words.ts'
import { toCsv } from '#/contract/csv.ts'
import { formatDateTime, toCopiedMoney } from '../../words/format.ts'
import { outcomeWords, type ReportRow } from './batch-report.ts'

/** What is known of the order of a row; one that could not be read leaves its cells empty. */
export interface RowOrder {
  number: string
  ttn: string | null
  recipient: { name: string }
  total: number
  parcel: Parameters<typeof isPaidFor>[0]
}

const heads = ['Замовлення', 'ТТН', 'Одержувач', 'Сума', 'Підсумок', 'Стан чека', 'Пояснення']

/** The report for a spreadsheet, with a decimal comma. */
export function toReportCsv(rows: readonly ReportRow[], orders: ReadonlyMap<string, RowOrder>): string {
  const lines = rows.map((row) => {
    const order = orders.get(row.order_id)
    return [
      order?.number ?? '',
      order?.ttn ?? '',
      order?.recipient.name ?? '',
      order ? { number: toCopiedMoney(order.total) } : '',
      outcomeWords[row.outcome],
      row.state === null
        ? ''
        : receiptWord({ state: row.state, returned_at: null, is_paid: isPaidFor(order?.parcel ?? null) }),
      row.detail ?? '',
    ]
  })
  return toCsv([heads, ...lines])
}

/** «cheky-2026-03-09-1405.csv», by the clock of Kyiv. */
export const csvName = (created_at: string): string =>
  `cheky-${formatDateTime(created_at).replace(/(\d{1,2})\.(\d{1,2})\.(\d{4}), (\d{1,2}):(\d{1,2})/, '$3-$2-$1-$4$5')}.csv`
