import type { EditOrderRequest, Goods, Order } from '#/contract/orders.ts'
import { formatPhone, toCopiedMoney } from '../../../words/format.ts'
import { parseMoney } from '../../../words/parse-money.ts'
import { parseQuantity, toTypedQuantity } from './parse-quantity.ts'

/** A line of goods as it stands in the fields. `key` tells it from the others for as long as the order is being edited. */
export interface LineDraft {
  key: number
  code: string
  name: string
  price: string
  quantity: string
  discount: string
}

/** What a person may change of an order, as it stands in the fields: not always a number, not yet. */
export interface OrderDraft {
  name: string
  phone: string
  ttn: string
  lines: readonly LineDraft[]
  total: string
  notes: string
}

export type DraftField = keyof OrderDraft
/** In the order a person meets them on the screen. */
export const draftFields = ['name', 'phone', 'ttn', 'lines', 'total', 'notes'] as const satisfies readonly DraftField[]

export type Content = Pick<Order, 'recipient' | 'ttn' | 'goods' | 'total' | 'notes'>

export const toDraft = ({ recipient, ttn, goods, total, notes }: Content): OrderDraft => ({
  name: recipient.name,
  phone: formatPhone(recipient.phone),
  ttn: ttn ?? '',
  lines: goods.map((line, key) => ({
    key,
    code: line.code,
    name: line.name,
    price: toCopiedMoney(line.price),
    quantity: toTypedQuantity(line.quantity),
    discount: line.discount === 0 ? '' : toCopiedMoney(line.discount),
  })),
  total: toCopiedMoney(total),
  notes,
})

export const emptyLine = (lines: readonly LineDraft[]): LineDraft => ({
  key: Math.max(-1, ...lines.map(({ key }) => key)) + 1,
  code: '',
  name: '',
  price: '',
  quantity: '1',
  discount: '',
})

/** null: what is typed is not goods yet. */
export function toLine({ code, name, ...typed }: LineDraft): Goods | null {
  const price = parseMoney(typed.price)
  const quantity = parseQuantity(typed.quantity)
  const discount = typed.discount.trim() === '' ? 0 : parseMoney(typed.discount)
  if (price === null || quantity === null || discount === null) return null
  return { code: code.trim(), name: name.trim(), price, quantity, discount }
}

export function toGoods(lines: readonly LineDraft[]): Goods[] | null {
  const goods = lines.map(toLine).filter((line) => line !== null)
  return goods.length === lines.length ? goods : null
}

/** As the server will keep it, so that «067 111 22 33» and «+380671112233» are one phone. */
export const plainPhone = (typed: string): string => typed.replace(/[\s()+-]/g, '').replace(/^8?0(\d{9})$/, '380$1')

export const plainTtn = (typed: string): string => typed.replace(/[\s-]/g, '')

const plain: Record<DraftField, (draft: OrderDraft) => unknown> = {
  name: ({ name }) => name.trim(),
  phone: ({ phone }) => plainPhone(phone),
  ttn: ({ ttn }) => plainTtn(ttn),
  lines: ({ lines }) => lines.map((line) => toLine(line) ?? line),
  total: ({ total }) => parseMoney(total) ?? total,
  notes: ({ notes }) => notes,
}

/** Whether they mean the same, however it is typed. */
export const isSame = (field: DraftField, one: OrderDraft, other: OrderDraft): boolean =>
  JSON.stringify(plain[field](one)) === JSON.stringify(plain[field](other))

export const changedFields = (base: OrderDraft, draft: OrderDraft): DraftField[] =>
  draftFields.filter((field) => !isSame(field, base, draft))

/** Only what was changed is sent: the rest may be as the CRM gave it, which is not always what a person may type. */
export function toRequest(base: OrderDraft, draft: OrderDraft): EditOrderRequest {
  const changed = new Set(changedFields(base, draft))
  const goods = toGoods(draft.lines)
  const total = parseMoney(draft.total)
  const ttn = plainTtn(draft.ttn)
  return {
    ...((changed.has('name') || changed.has('phone')) && {
      recipient: { name: draft.name.trim(), phone: plainPhone(draft.phone) },
    }),
    ...(changed.has('ttn') && { ttn: ttn === '' ? null : ttn }),
    ...(changed.has('lines') && goods !== null && { goods }),
    ...(changed.has('total') && total !== null && { total }),
    ...(changed.has('notes') && { notes: draft.notes }),
  }
}
