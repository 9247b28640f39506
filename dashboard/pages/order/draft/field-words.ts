import { formatMoney, lineSum } from '#/contract/money.ts'
import type { Goods } from '#/contract/orders.ts'
import { formatPhone, formatQuantity } from '../../../words/format.ts'
import { parseMoney } from '../../../words/parse-money.ts'
import { plainPhone, toLine, type DraftField, type LineDraft, type OrderDraft } from './order-draft.ts'

/** What the fields of an order are called, and how their values read beside each other. */
export const fieldLabels: Record<DraftField, string> = {
  name: 'Одержувач',
  phone: 'Телефон',
  ttn: 'ТТН',
  lines: 'Товари',
  total: 'Сума замовлення',
  notes: 'Примітки',
}

const nothing = '—'

/** «Чохол (SKU-101), 2 × 850,00 ₴ − 50,00 ₴ = 1 650,00 ₴». */
export function lineWords(line: Goods): string {
  const code = line.code === '' ? '' : ` (${line.code})`
  const discount = line.discount === 0 ? '' : ` − ${formatMoney(line.discount)}`
  const price = `${formatQuantity(line.quantity)} × ${formatMoney(line.price)}`
  return `${line.name}${code}, ${price}${discount} = ${formatMoney(lineSum(line))}`
}

const typedLineWords = (typed: LineDraft): string => {
  const line = toLine(typed)
  return line === null ? `${typed.name}, ${typed.quantity} × ${typed.price}` : lineWords(line)
}

/** One paragraph each; only goods have several. */
export function fieldWords(field: DraftField, draft: OrderDraft): string[] {
  if (field === 'lines') return draft.lines.length === 0 ? [nothing] : draft.lines.map(typedLineWords)
  if (field === 'total') {
    const total = parseMoney(draft.total)
    return [total === null ? draft.total : formatMoney(total)]
  }
  if (field === 'phone') return [formatPhone(plainPhone(draft.phone)) || nothing]
  return [draft[field].trim() || nothing]
}
