import { toCopiedMoney } from '../../../words/format.ts'
import type { Remedy } from './check-sums.ts'
import type { OrderDraft } from './order-draft.ts'

/** What the remedy changes in the fields; saving stays the person's. */
export function applyRemedy(draft: OrderDraft, remedy: Remedy): Partial<OrderDraft> {
  if (remedy.kind === 'set_total') return { total: toCopiedMoney(remedy.total) }
  if (remedy.kind === 'drop_line') return { lines: draft.lines.filter((_, place) => place !== remedy.line) }
  if (remedy.kind === 'price_one_kopiyka')
    return { lines: draft.lines.map((line, place) => (place === remedy.line ? { ...line, price: '0,01' } : line)) }
  return {}
}
