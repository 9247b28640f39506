import { z } from 'zod'
import { OneOrder, Order } from '#/contract/orders.ts'
import { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { Receipt } from '#/contract/receipts.ts'
import { tabs, type Tab } from '#/contract/tabs.ts'
import type { Answered, Hand } from '../people.ts'
import { isProviderKnown } from '../laws/known.ts'
import { noteDecision } from '../note-decision.ts'
import { documentsOf, isLiving } from '../truth.ts'
import { makeWaybill } from '../waybills.ts'
import type { World } from '../world.ts'
import { actionsOf, more, pick, usual, type Action, type Lots } from './action.ts'
import type { Wanted } from './wanted.ts'

const byPeople = actionsOf('people')

const Orders = z.looseObject({ items: z.array(Order) })
const Receipts = z.looseObject({ items: z.array(Receipt) })

const handOf = (lot: number): Hand => pick(['cashier1', 'cashier2', 'admin'] as const, lot) ?? 'admin'

/** What a person sees in one tab, the newest page. They may go on looking at it while the world changes. */
async function ordersIn(world: World, hand: Hand, tab: Tab): Promise<Order[]> {
  const { body } = await world.people.ask(hand, 'GET', `/orders?tab=${tab}&limit=50`)
  const read = Orders.safeParse(body)
  if (!read.success) return []
  world.seen.set(`${hand} ${tab}`, read.data.items)
  for (const order of read.data.items) noteShown(world, order)
  return read.data.items
}

const noteShown = (world: World, order: Order): void =>
  void world.shown.set(order.id, [...(world.shown.get(order.id) ?? []).slice(-9), order])

/** One order as it is now. */
export async function orderNow(world: World, hand: Hand, id: string): Promise<Order | undefined> {
  const { body } = await world.people.ask(hand, 'GET', `/orders/${id}`)
  const { data } = OneOrder.safeParse(body)
  if (data !== undefined) noteShown(world, data)
  return data
}

/** As they saw it a while ago, or as it is now. */
const seenIn = async (world: World, hand: Hand, tab: Tab, lot: number): Promise<Order[]> =>
  (more(lot) < 0.35 ? world.seen.get(`${hand} ${tab}`) : undefined) ?? ordersIn(world, hand, tab)

const anyOrder = async (world: World, hand: Hand, lot: number): Promise<Order | undefined> => {
  const tab = pick(tabs, lot) ?? 'no_receipt'
  return pick(await seenIn(world, hand, tab, lot), (lot * tabs.length) % 1)
}

const receiptsIn = async (world: World, states: readonly Receipt['state'][]): Promise<Receipt[]> => {
  const { body } = await world.people.ask('admin', 'GET', '/receipts?limit=100')
  const read = Receipts.safeParse(body)
  return read.success ? read.data.items.filter(({ state }) => states.includes(state)) : []
}

export async function alarmsOf(world: World): Promise<ReceiptAlarms | null> {
  const { body } = await world.people.ask('admin', 'GET', '/receipts/alarms')
  const read = ReceiptAlarms.safeParse(body)
  return read.success ? read.data : null
}

const Coded = z.looseObject({ code: z.string() })
export const codeOf = (body: unknown): string => {
  const read = Coded.safeParse(body)
  return read.success ? ` ${read.data.code}` : ''
}

/** An outside system may be down; anything else of this kind is a fault of the service. */
const mayFail = (status: number): boolean => status < 500 || [502, 503, 504].includes(status)

/** Does what a person asks for, and notes what they have decided by it. */
export async function ask(world: World, hand: Hand, wanted: Wanted): Promise<Answered> {
  const { method, path, body } = wanted
  const answer = await world.people.ask(hand, method, path, body)
  if (!mayFail(answer.status)) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  if (answer.status < 300) await noteDecision(world, wanted, answer.body)
  return answer
}

/** Twice at once now and then: two people, or one impatient one. */
async function doIt(world: World, hand: Hand, lots: Lots, wanted: Wanted): Promise<string> {
  const isTwice = more(lots[2]) < 0.15
  const other: Hand = hand === 'admin' ? 'cashier1' : 'admin'
  const answers = await Promise.all([ask(world, hand, wanted), ...(isTwice ? [ask(world, other, wanted)] : [])])
  const codes = answers.map(({ status, body: said }) => `${status}${codeOf(said)}`)
  const { method, path, body } = wanted
  return `${hand} ${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}: ${codes.join(' and ')}`
}

export const reason = { reason: 'Так сказала власниця' }

type OfOrder = (world: World, order: Order, lots: Lots) => Wanted | null

const onOrder = (name: string, weight: number, act: OfOrder, tab?: Tab): Action =>
  byPeople(name, weight, async (world, lots) => {
    const hand = handOf(lots[0])
    const order =
      tab === undefined ? await anyOrder(world, hand, lots[1]) : pick(await seenIn(world, hand, tab, lots[0]), lots[1])
    const wanted = order === undefined ? null : act(world, order, lots)
    return wanted === null ? null : doIt(world, hand, lots, wanted)
  })

const onReceipt = (
  name: string,
  weight: number,
  states: readonly Receipt['state'][],
  act: (world: World, receipt: Receipt, lots: Lots) => Promise<Wanted | null> | Wanted | null,
): Action =>
  byPeople(name, weight, async (world, lots) => {
    const receipt = pick(await receiptsIn(world, states), lots[1])
    const wanted = receipt === undefined ? null : await act(world, receipt, lots)
    return wanted === null ? null : doIt(world, handOf(lots[0]), lots, wanted)
  })

/** What is about one item of a list of alarms. */
const onAlarm = <Item>(
  name: string,
  weight: number,
  itemsOf: (alarms: ReceiptAlarms) => readonly Item[],
  act: (item: Item, world: World) => Wanted | null,
): Action =>
  byPeople(name, weight, async (world, lots) => {
    const alarms = await alarmsOf(world)
    const item = alarms === null ? undefined : pick(itemsOf(alarms), lots[1])
    const wanted = item === undefined ? null : act(item, world)
    return wanted === null ? null : doIt(world, handOf(lots[0]), lots, wanted)
  })

const patch = ({ id }: Order, body: object): Wanted => ({ method: 'PATCH', path: `/orders/${id}`, body })
const toReceipt = ({ id }: Receipt, verb: string, body?: object): Wanted => ({
  method: 'POST',
  path: `/receipts/${id}/${verb}`,
  ...(body && { body }),
})

/** The dashboard names the version that was seen; a program may leave it out. */
const asSeen = ({ id, version }: Order, lot: number) => ({ order_id: id, ...(more(lot) < 0.8 && { version }) })

const create: OfOrder = (_world, order, [a]) => ({ method: 'POST', path: '/receipts', body: asSeen(order, a) })

const orderActions: readonly Action[] = [
  usual(onOrder('a receipt is created', 10, create, 'no_receipt')),
  usual(
    byPeople('receipts of a page are created', 3, async (world, lots) => {
      const hand = handOf(lots[0])
      const orders = await seenIn(world, hand, 'no_receipt', lots[1])
      if (orders.length === 0) return null
      const body = { orders: orders.map(({ id, version }) => ({ order_id: id, version })) }
      return doIt(world, hand, lots, { method: 'POST', path: '/receipts/bulk', body })
    }),
  ),
  onOrder('a prepayment is created', 2, (_world, order, [a, , c]) => ({
    method: 'POST',
    path: '/receipts/prepayment',
    body: {
      ...asSeen(order, a),
      amount: Math.max(100, Math.round((order.total * (0.1 + c * 0.3)) / 100) * 100),
      payment: c < 0.5 ? 'cashless' : 'cash',
    },
  })),
  onOrder('a receipt is created wherever the order is', 2, create),
  onOrder('a note is written', 3, (_world, order, [, , c]) => patch(order, { notes: c < 0.5 ? 'Подзвонити' : '' })),
  onOrder('a recipient is typed', 1, (_world, order) =>
    patch(order, { recipient: { name: 'Ганна Оновлена', phone: '+380971112233' } }),
  ),
  onOrder('a TTN is typed', 2, (world, order, [, , c]) =>
    patch(order, { ttn: makeWaybill(world, { control: order.total, lot: c }) }),
  ),
  onOrder('a TTN is taken away', 1, (_world, order) => patch(order, { ttn: null })),
  onOrder('the TTN of another order is typed', 1, (world, order, [, , c]) => {
    const ttn = pick(world.ttns, c)
    return ttn === undefined ? null : patch(order, { ttn })
  }),
  onOrder('a total is typed', 1, (_world, order) => {
    const goods = order.goods.slice(0, 1).map(({ code, name }) => ({ code, name, price: 45_000, quantity: 1000 }))
    return patch(order, { total: 45_000, goods })
  }),
  onOrder('a total is typed as the carrier has it', 2, (_world, order) => {
    const control = order.parcel?.cod_amount ?? 0
    if (control === 0 || control === order.total) return null
    const goods = order.goods.slice(0, 1).map(({ code, name }) => ({ code, name, price: control, quantity: 1000 }))
    return patch(order, { total: control, goods })
  }),
  onOrder('an order is hidden', 1, (_world, { id }) => ({ method: 'DELETE', path: `/orders/${id}` })),
  onOrder('an order is marked as needing no receipt', 2, (_world, { id }) => ({
    method: 'POST',
    path: `/orders/${id}/receipt-not-needed`,
    body: reason,
  })),
  onOrder('the mark is taken back', 1, (_world, { id }) => ({
    method: 'DELETE',
    path: `/orders/${id}/receipt-not-needed`,
  })),
  onOrder('a parcel is asked about now', 2, (_world, { id }) => ({ method: 'POST', path: `/orders/${id}/track` })),
  byPeople('a hidden order is restored', 1, async (world, lots) => {
    const { body } = await world.people.ask('admin', 'GET', '/orders?hidden=true&limit=50')
    const read = Orders.safeParse(body)
    const order = read.success ? pick(read.data.items, lots[1]) : undefined
    return order === undefined
      ? null
      : doIt(world, 'admin', lots, { method: 'POST', path: `/orders/${order.id}/restore` })
  }),
]

const open = ['queued', 'sending', 'unknown', 'created', 'attention'] as const

const receiptActions: readonly Action[] = [
  onReceipt('a receipt is cancelled', 4, open, (_world, receipt) => toReceipt(receipt, 'cancel')),
  onReceipt('a receipt is rechecked', 1, ['unknown', 'attention', 'cancel_unknown'], (_world, receipt) =>
    toReceipt(receipt, 'recheck'),
  ),
  onReceipt('a receipt is given up', 1, ['attention'], (world, receipt) => {
    // What the service cannot see, the person has looked for in the cabinet, as the words ask.
    const stands = documentsOf(world, receipt.ttn).some(isLiving) && !isProviderKnown(world)
    return stands ? null : toReceipt(receipt, 'give-up', reason)
  }),
  onReceipt('a document is attached', 1, ['attention'], (world, receipt) => {
    const document = world.outside.fiscal.documents.ofTtn(receipt.ttn).find(({ deleted }) => !deleted)
    return document === undefined ? null : toReceipt(receipt, 'attach', { provider_id: document.id, ...reason })
  }),
  onReceipt('a receipt is fiscalized by hand', 1, ['attention', 'created'], (_world, receipt) =>
    toReceipt(receipt, 'fiscalize'),
  ),
  onReceipt('a copy is sent', 1, ['fiscalized', 'created'], (_world, receipt) =>
    toReceipt(receipt, 'send-copy', { email: 'olena@example.com' }),
  ),
  onAlarm(
    'sums are accepted',
    1,
    ({ sums_differ }) => sums_differ.items,
    ({ receipt_id, control, fiscal }) =>
      receipt_id === null
        ? null
        : { method: 'POST', path: `/receipts/${receipt_id}/accept-sums`, body: { ...reason, control, fiscal } },
  ),
  onReceipt('accepted sums are taken back', 1, ['created', 'fiscalized'], (_world, { id, sums_accepted }) =>
    sums_accepted === null ? null : { method: 'DELETE', path: `/receipts/${id}/accept-sums` },
  ),
  onAlarm(
    'a document is marked as not ours',
    2,
    ({ orphans }) => orphans,
    ({ provider_id }) =>
      provider_id === null ? null : { method: 'POST', path: `/receipts/orphans/${provider_id}/dismiss`, body: reason },
  ),
  onAlarm(
    'a document is adopted',
    2,
    ({ orphans }) => orphans,
    ({ provider_id }) =>
      provider_id === null
        ? null
        : { method: 'POST', path: '/receipts/adopt', body: { documents: [{ provider_id, ...reason }] } },
  ),
  onAlarm(
    'the TTN of the order is kept',
    1,
    ({ ttn_differs }) => ttn_differs.items,
    ({ order_id, crm_ttn }) => ({ method: 'POST', path: `/orders/${order_id}/keep-ttn`, body: { crm_ttn } }),
  ),
  onAlarm(
    'the TTN of the CRM is taken',
    1,
    ({ ttn_differs }) => ttn_differs.items,
    ({ order_id, crm_ttn }) => ({ method: 'PATCH', path: `/orders/${order_id}`, body: { ttn: crm_ttn } }),
  ),
  byPeople('a batch is stopped', 1, async (world, lots) => {
    const [batch] = world.batches.slice(-1)
    return batch === undefined
      ? null
      : doIt(world, handOf(lots[0]), lots, { method: 'POST', path: `/receipts/batches/${batch}/stop` })
  }),
]

export const peopleActions: readonly Action[] = [...orderActions, ...receiptActions]
