import { z } from 'zod'
import type { Order } from '#/contract/orders.ts'
import type { View } from '../view.ts'
import type { Broken, Law } from './law.ts'

const Readable = z.looseObject({
  id: z.number(),
  number: z.string(),
  status: z.string(),
  created_at: z.string(),
  ttn: z.string().max(50).nullable(),
  comment: z.string(),
  total: z.string(),
  recipient: z.looseObject({ name: z.string(), phone: z.string() }),
  goods: z.array(z.looseObject({ name: z.string(), price: z.string(), quantity: z.number() })),
})
type Readable = z.infer<typeof Readable>

/** Every order of the CRM is in the queue as the CRM has it, or it is held for a reason and the difference is shown. */
export const theCrmIsShown: Law = (world, view) => {
  if (view.sync.state !== 'ok') return []
  const shown = new Map([...view.orders, ...view.hidden].map((order) => [order.crm_id, order]))
  const hidden = new Set(view.hidden.map(({ crm_id }) => crm_id))
  const unreadable = new Set(view.sync.unreadable.items.map(({ crm_id }) => crm_id))
  return world.outside.crm.orders.all().flatMap((given) => {
    const { data: read } = Readable.safeParse(given)
    const id = String(given.id)
    if (read === undefined) return unreadable.has(id) ? [] : [broken(id, 'it cannot be read, and no list says so')]
    const order = shown.get(id)
    if (order === undefined) return [broken(id, 'it is not in the queue')]
    return hidden.has(id) ? [] : judge(id, read, order, view)
  })
}

function judge(id: string, read: Readable, order: Order, view: View): Broken[] {
  const isCancelled = read.status === 'Скасовано'
  if (order.crm_cancelled !== isCancelled)
    return [broken(id, `that it is ${isCancelled ? '' : 'not '}cancelled is not shown`)]
  const differing = differences(read, order)
  const isTold = order.crm_changed
  if (differing.length === 0) return isTold ? [broken(id, 'a difference is shown, and there is none')] : []
  if (!isHeld(order, view)) return [broken(id, `the queue has another ${differing.join()}, though nothing holds it`)]
  return isTold ? [] : [broken(id, `the queue has another ${differing.join()}, and the difference is not shown`)]
}

const broken = (id: string, detail: string): Broken => ({ law: 'the CRM is shown', about: `the order ${id}`, detail })

const differences = (crm: Readable, order: Order): string[] => [
  ...(crm.ttn?.replaceAll(/[\s-]/g, '') === order.ttn?.replaceAll(/[\s-]/g, '') ? [] : ['TTN']),
  ...(crm.number === order.number ? [] : ['number']),
  ...(Date.parse(crm.created_at) === Date.parse(order.ordered_at) ? [] : ['time']),
  ...(crm.comment === order.notes ? [] : ['notes']),
  ...(kopiykas(crm.total) === order.total ? [] : ['total']),
  ...(crm.recipient.name === order.recipient.name && digits(crm.recipient.phone) === order.recipient.phone
    ? []
    : ['recipient']),
  ...(goodsOf(crm.goods) === JSON.stringify(order.goods.map(({ name, price, quantity }) => [name, price, quantity]))
    ? []
    : ['goods']),
]

const kopiykas = (hryvnias: string): number => Math.round(Number(hryvnias) * 100)
const digits = (phone: string): string => phone.replaceAll(/\D/g, '')
const goodsOf = (goods: Readable['goods']): string =>
  JSON.stringify(goods.map(({ name, price, quantity }) => [name, kopiykas(price), quantity * 1000]))

/** Edited by a person, or a receipt of it may have a document. */
const isHeld = ({ id, edited_at }: Order, { receipts }: View): boolean =>
  edited_at !== null ||
  receipts.some(
    ({ order_id, state, returned_at }) =>
      order_id === id && !['cancelled', 'failed'].includes(state) && returned_at === null,
  )
