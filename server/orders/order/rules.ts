import type { Goods } from '#/contract/orders.ts'

/** What a person may change in an order, and what the CRM says of it. */
export interface OrderContent {
  recipient_name: string
  recipient_phone: string
  ttn: string | null
  notes: string
  goods: Goods[]
  total: number
}

interface WithRecipient extends Omit<OrderContent, 'recipient_name' | 'recipient_phone'> {
  recipient: { name: string; phone: string }
}

export const toContent = ({ recipient, ttn, notes, goods, total }: WithRecipient): OrderContent => ({
  recipient_name: recipient.name,
  recipient_phone: recipient.phone,
  ttn,
  notes,
  goods,
  total,
})

export type Differences = Record<string, { before: unknown; after: unknown }>

/** What differs, field by field, in the words of the API. */
export function differences(before: OrderContent, after: OrderContent): Differences {
  const view = ({ recipient_name, recipient_phone, ...rest }: OrderContent) => ({
    recipient: { name: recipient_name, phone: recipient_phone },
    ...rest,
  })
  const [old, current] = [view(before), view(after)]
  const fields = ['recipient', 'ttn', 'notes', 'goods', 'total'] as const
  const changed = fields.filter((field) => !same(old[field], current[field]))
  return Object.fromEntries(changed.map((field) => [field, { before: old[field], after: current[field] }]))
}

/** What of an order only the CRM writes. */
export interface CrmHead {
  number: string
  ordered_at: string
  status: string
}

export function headDifferences(ours: CrmHead, theirs: CrmHead): Differences {
  const found: Differences = {}
  if (ours.number !== theirs.number) found['number'] = { before: ours.number, after: theirs.number }
  if (Date.parse(ours.ordered_at) !== Date.parse(theirs.ordered_at))
    found['ordered_at'] = { before: ours.ordered_at, after: theirs.ordered_at }
  if (ours.status !== theirs.status) found['crm_status'] = { before: ours.status, after: theirs.status }
  return found
}

const lineKey = ({ code, name, price, quantity, discount }: Goods): string =>
  JSON.stringify([code, name, price, quantity, discount])

function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((line: Goods, index) => lineKey(line) === lineKey(other[index]))
  }
  return JSON.stringify(one) === JSON.stringify(other)
}
