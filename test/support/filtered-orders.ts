import { parcelGroups } from '#/contract/carrier-statuses.ts'
import type { Order, OrderList } from '#/contract/orders.ts'
import { receiptCan, receiptStates, type ReceiptState } from '#/contract/receipt-states.ts'
import { tabs } from '#/contract/tabs.ts'
import type { ApiClient } from './api-client.ts'
import { startReceiptDesk, wayTo } from './receipt-desk.ts'
import { seededRandom } from './seeded-random.ts'

/** Instants around the midnights of Kyiv, in winter and in summer time. */
const instants = [
  '2026-03-08T21:59:59.999Z',
  '2026-03-08T22:00:00.000Z',
  '2026-03-09T12:00:00.000Z',
  '2026-03-09T22:00:00.000Z',
  '2026-07-01T20:59:59.999Z',
  '2026-07-01T21:00:00.000Z',
]
const days = ['2026-03-08', '2026-03-09', '2026-03-10', '2026-07-01', '2026-07-02']
const sums = [120_000, 90_000, 60_000]
const codes = [null, 1, 2, 3, 4, 5, 7, 9, 10, 14, 102, 106, 999]

const kyivDayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Kyiv', dateStyle: 'short' }).format(new Date(instant))

/** Whether a receipt of the order lives: its last one, or the prepayment of that. */
export const isHeld = ({ receipt }: Order): boolean =>
  [receipt?.state, receipt?.prepayment?.state].some((state) => state !== undefined && receiptCan.hold_the_order(state))

function isAwaited({ parcel }: Order): boolean {
  const isOnItsWay = ['created', 'moving', 'waiting'].includes(parcel?.group ?? '')
  return isOnItsWay && parcel?.paid === false && (parcel.cod_amount ?? 0) > 0
}

/** As far as the API shows it, here where payments are long ago and no sums were accepted. */
function needsAttention(order: Order): boolean {
  const { parcel, receipt } = order
  if ([receipt?.state, receipt?.prepayment?.state].includes('attention')) return true
  const state = receipt?.state ?? 'cancelled'
  const lives = receiptCan.hold_the_order(state)
  const isGivenUp = parcel?.group === 'refused' || parcel?.group === 'deleted'
  const isPaid = parcel?.paid === true && parcel.group !== 'refused'
  const isTaken = (parcel?.cod_amount ?? 0) > 0 && (isPaid || order.tab === 'received')
  const isFiscal = [receipt?.state, receipt?.prepayment?.state].includes('fiscalized') && receipt?.returned_at === null
  const hasFailed = state === 'failed' || (!lives && receipt?.prepayment?.state === 'failed')
  const cod = parcel?.cod_amount ?? null
  if (parcel?.group === 'refused' && isFiscal) return true
  if (parcel?.group === 'deleted' && !parcel.paid && state === 'created') return true
  if (isTaken && (!lives || state !== 'fiscalized')) return true
  if (hasFailed && !isGivenUp) return true
  return lives && !isGivenUp && cod !== null && cod !== receipt?.amount
}

function isPrepaid({ receipt }: Order): boolean {
  const state = receipt?.prepayment?.state
  return state !== undefined && receiptCan.hold_the_order(state)
}

/** Every filter as a rule over what the API shows of an order, and the values it is tried with. */
export const filterRules: Record<string, { values: readonly string[]; rule(order: Order, value: string): boolean }> = {
  q: { values: ['Чохол', 'Кабель'], rule: (order, word) => order.goods.some(({ name }) => name === word) },
  receipt_state: { values: receiptStates, rule: (order, state) => order.receipt?.state === state },
  parcel_group: { values: parcelGroups, rule: (order, group) => order.parcel?.group === group },
  from: { values: days, rule: (order, day) => kyivDayOf(order.ordered_at) >= day },
  to: { values: days, rule: (order, day) => kyivDayOf(order.ordered_at) <= day },
  sum_from: { values: ['0', '60000', '60001', '120000'], rule: (order, sum) => order.total >= Number(sum) },
  sum_to: { values: ['0', '60000', '119999', '100000000000'], rule: (order, sum) => order.total <= Number(sum) },
  prepaid: { values: ['true'], rule: isPrepaid },
  edited: { values: ['true'], rule: (order) => order.edited_at !== null },
  attention: { values: ['true'], rule: needsAttention },
  not_picked_up: { values: ['true'], rule: isAwaited },
}

export type Asked = [name: string, value: string][]

export const matching = (orders: readonly Order[], asked: Asked): Order[] =>
  orders.filter((order) => asked.every(([name, value]) => filterRules[name]?.rule(order, value)))

/** A shop with orders of every kind: each state of a receipt and of its prepayment, tries that ended before, every group of parcel. */
export async function startFilteredDesk(seed: string) {
  const desk = await startReceiptDesk()
  const { kasyr, cashier } = desk
  const random = seededRandom(seed)
  const chance = (share: number): boolean => random() < share
  const oneOf = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }

  async function makeOne(state: ReceiptState | null, before: ReceiptState | null): Promise<void> {
    const total = oneOf(sums)
    const goods = [{ code: 'A', name: oneOf(['Чохол', 'Кабель']), price: total, quantity: 1000, discount: 0 }]
    const id = await desk.order({ ordered_at: oneOf(instants), total, goods })
    if (chance(0.3)) await cashier.patch(`/orders/${id}`, { notes: 'змінено' })
    for (const one of [before, state]) if (one !== null) await desk.drive((await desk.receipt(id)).id, ...wayTo(one))
    await tellParcel(id)
  }

  async function makeChain(state: ReceiptState, isGivenUp: boolean): Promise<void> {
    const { rest, prepayment_id } = await desk.chain()
    await desk.drive(prepayment_id, ...wayTo(state))
    if (isGivenUp && (await desk.rowOf(rest.id)).state === 'queued') await desk.drive(rest.id, ...wayTo('cancelled'))
    await tellParcel(rest.order_id)
  }

  async function tellParcel(id: string): Promise<void> {
    const told = { status_code: oneOf(codes), cod_amount: oneOf([null, 0, 90_000, 120_000]), paid: chance(0.2) }
    await kasyr.db.updateTable('parcels').set(told).where('order_id', '=', id).execute()
  }

  for (const state of [null, ...receiptStates])
    for (const before of [null, null, 'failed', 'cancelled'] as const) await makeOne(state, before)
  for (const state of receiptStates) for (const isGivenUp of [true, false]) await makeChain(state, isGivenUp)
  for (let count = 0; count < 30; count += 1) await makeOne(null, null)

  return {
    ...desk,
    oneOf,
    /** A few filters at once, each with one of its values. */
    someFilters: (): Asked =>
      Object.entries(filterRules)
        .filter(() => chance(0.2))
        .map(([name, { values }]) => [name, oneOf(values)]),
    /** Every order there is, tab by tab, as the list without a filter shows it. */
    everything: async (): Promise<Order[]> =>
      (await Promise.all(tabs.map((tab) => listAll(cashier, `tab=${tab}`)))).flat(),
  }
}

/** Page after page. */
export async function listAll(client: ApiClient, query: string): Promise<Order[]> {
  const items: Order[] = []
  let cursor: string | null = null
  do {
    const place: string = cursor === null ? '' : `&cursor=${cursor}`
    const { body }: { body: OrderList } = await client.get<OrderList>(`/orders?limit=20&${query}${place}`)
    items.push(...body.items)
    cursor = body.next_cursor
  } while (cursor !== null)
  return items
}
