import { receiptStateWords } from '#/contract/receipt-words.ts'
import { formatDateTime, toCopiedMoney } from '../../format.ts'
import { outcomeWords, type ReportRow } from './batch-report.ts'

/** What is known of the order of a row; one that could not be read leaves its cells empty. */
export interface RowOrder {
  number: string
  ttn: string | null
  recipient: { name: string }
  total: number
}

const heads = ['Замовлення', 'ТТН', 'Одержувач', 'Сума', 'Підсумок', 'Стан чека', 'Пояснення']

/** The report for a spreadsheet: UTF-8 with its mark, «;» between cells, a decimal comma. */
export function toReportCsv(rows: readonly ReportRow[], orders: ReadonlyMap<string, RowOrder>): string {
  const lines = rows.map((row) => {
    const order = orders.get(row.order_id)
    return [
      order?.number ?? '',
      order?.ttn ?? '',
      order?.recipient.name ?? '',
      order ? toCopiedMoney(order.total) : '',
      outcomeWords[row.outcome],
      row.state === null ? '' : receiptStateWords[row.state],
      row.detail ?? '',
    ]
  })
  return `\uFEFF${[heads, ...lines].map((cells) => cells.map(toCell).join(';')).join('\r\n')}\r\n`
}

function toCell(text: string): string {
  // A cell that begins like a formula would be run by the spreadsheet of whoever opens the file.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** «cheky-2026-03-09-1405.csv», by the clock of Kyiv. */
export const csvName = (created_at: string): string =>
  `cheky-${formatDateTime(created_at).replace(/(\d+)\.(\d+)\.(\d+), (\d+):(\d+)/, '$3-$2-$1-$4$5')}.csv`
