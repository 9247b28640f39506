import { formatMoney } from '#/contract/money.ts'
import { formatPhone, formatQuantity } from '../../words/format.ts'
import { fieldWord } from './audit-fields.ts'
import { isRole, roleLabels } from '../../words/labels.ts'

export interface ShownChange {
  field: string
  before: string
  after: string
}

/** What was and what became, of an entry that has it. */
export function changesOf(details: Record<string, unknown>): ShownChange[] {
  const { changes } = details
  if (!isRecord(changes)) return []
  return Object.entries(changes).flatMap(([field, change]) =>
    isRecord(change)
      ? [{ field: fieldWord(field), before: show(field, change['before']), after: show(field, change['after']) }]
      : [],
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function show(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'так' : 'ні'
  if (field === 'role' && isRole(value)) return roleLabels[value]
  if (field === 'total' && typeof value === 'number') return formatMoney(value)
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map((one) => showItem(one)).join('; ')
  if (isRecord(value)) return showItem(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '—'
}

/** A good, a recipient, or a plain word. */
function showItem(item: unknown): string {
  if (typeof item === 'string' || typeof item === 'number') return String(item)
  if (!isRecord(item)) return '—'
  const { name, phone, price, quantity } = item
  const parts = [
    typeof name === 'string' ? name : '',
    typeof phone === 'string' ? formatPhone(phone) : '',
    typeof quantity === 'number' && typeof price === 'number'
      ? `${formatQuantity(quantity)} × ${formatMoney(price)}`
      : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
