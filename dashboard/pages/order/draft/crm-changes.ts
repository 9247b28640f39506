import type { EditOrderRequest, Goods } from '#/contract/orders.ts'
import type { OneOrder } from '../../../api/order-loader.ts'
import { formatDateTime } from '../../../words/format.ts'
import { changedFields, toDraft, type Content, type DraftField, type OrderDraft } from './order-draft.ts'

/** What only the CRM writes: it can be read here, not taken over. */
export interface HeadChange {
  name: string
  ours: string
  theirs: string
}

export interface CrmChanges {
  head: HeadChange[]
  fields: DraftField[]
  ours: OrderDraft
  theirs: OrderDraft
  /** What makes the order as the CRM has it. */
  request: EditOrderRequest
}

/** What the CRM has otherwise, to be read and, if a person wants it, to be taken over; null when there is nothing. */
export function crmChanges(order: OneOrder): CrmChanges | null {
  const difference = order.crm_difference
  if (difference === null) return null
  const request: EditOrderRequest = {}
  const after = (field: string): unknown => difference[field]?.after
  const recipient = after('recipient')
  if (isRecipient(recipient)) request.recipient = recipient
  const ttn = after('ttn')
  if (typeof ttn === 'string' || ttn === null) request.ttn = ttn
  const notes = after('notes')
  if (typeof notes === 'string') request.notes = notes
  const goods = after('goods')
  if (Array.isArray(goods) && goods.every(isGoods)) request.goods = goods
  const total = after('total')
  if (typeof total === 'number') request.total = total

  const ours = toDraft(order)
  const theirs = toDraft(withRequest(order, request))
  const fields = changedFields(ours, theirs)
  const head = headChanges(difference)
  return fields.length + head.length === 0 ? null : { head, fields, ours, theirs, request }
}

const headFields: [field: string, name: string, words: (value: string) => string][] = [
  ['number', 'Номер', (value) => value],
  ['ordered_at', 'Замовлено', formatDateTime],
  ['crm_status', 'Статус у CRM', (value) => value],
]

const headChanges = (difference: NonNullable<OneOrder['crm_difference']>): HeadChange[] =>
  headFields.flatMap(([field, name, words]) => {
    const { before, after } = difference[field] ?? {}
    if (typeof before !== 'string' || typeof after !== 'string') return []
    return [{ name, ours: words(before) || '—', theirs: words(after) || '—' }]
  })

const withRequest = (order: Content, request: EditOrderRequest): Content => ({
  recipient: request.recipient ?? order.recipient,
  ttn: request.ttn === undefined ? order.ttn : request.ttn,
  notes: request.notes ?? order.notes,
  goods: request.goods ?? order.goods,
  total: request.total ?? order.total,
})

const hasText = <Name extends string>(value: object, name: Name): value is Record<Name, string> =>
  name in value && typeof Reflect.get(value, name) === 'string'
const hasNumber = <Name extends string>(value: object, name: Name): value is Record<Name, number> =>
  name in value && typeof Reflect.get(value, name) === 'number'

const isRecipient = (value: unknown): value is { name: string; phone: string } =>
  typeof value === 'object' && value !== null && hasText(value, 'name') && hasText(value, 'phone')

const isGoods = (value: unknown): value is Goods =>
  typeof value === 'object' &&
  value !== null &&
  hasText(value, 'code') &&
  hasText(value, 'name') &&
  hasNumber(value, 'price') &&
  hasNumber(value, 'quantity') &&
  hasNumber(value, 'discount')
