import { z } from 'zod'
import { OneOrder, type Order } from '#/contract/orders.ts'
import { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { Preflight, Receipt } from '#/contract/receipts.ts'
import { tabs } from '#/contract/tabs.ts'
import type { World } from './world.ts'

/** Everything that the public API says of the shop at one moment. */
export interface View {
  alarms: ReceiptAlarms
  orders: Order[]
  hidden: Order[]
  receipts: Receipt[]
  /** Ids of orders under `attention=true`. */
  attention: Set<string>
  /** Orders that any alarm names, and one that does. */
  named: Map<string, string>
  /** Ids of orders that a person is called to, either way. */
  told: Set<string>
  /** Ids of orders with sums that a person has accepted. */
  accepted: Set<string>
  counts: Record<string, number>
  /** Ids of orders from which the summary is made. */
  awaited: Set<string>
  summary: { count: number; cod_total: number; received_without_receipt: number }
  /** Why each order would get no receipt now. */
  refused: Preflight['refused']
  sync: {
    state: string
    problem: { kind: string; detail: string } | null
    unreadable: { items: { crm_id: string | null }[] }
  }
}

const Page = z.looseObject({
  items: z.array(z.unknown()),
  next_cursor: z.string().nullable(),
})
const OrderPage = z.looseObject({
  counts: z.record(z.string(), z.number()),
  sync: z.looseObject({
    state: z.string(),
    problem: z.looseObject({ kind: z.string(), detail: z.string() }).nullable(),
    unreadable: z.looseObject({ items: z.array(z.looseObject({ crm_id: z.string().nullable() })) }),
  }),
})
const Summary = z.looseObject({ count: z.number(), cod_total: z.number(), received_without_receipt: z.number() })
const Items = z.array(OneOrder.partial({ crm_difference: true }))

export async function lookAround(world: World): Promise<View> {
  const get = async (path: string): Promise<unknown> => {
    const answer = await world.people.ask('admin', 'GET', path)
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const all = async (path: string): Promise<unknown[]> => {
    const found: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: z.infer<typeof Page> = Page.parse(
        await get(`${path}&limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`),
      )
      found.push(...page.items)
      cursor = page.next_cursor
    }
    return found
  }
  const orders: Order[] = []
  // The first list brings the CRM's changes; what follows shows the same state.
  await get('/orders?limit=1')
  await world.round(0)
  const { counts, sync } = OrderPage.parse(await get('/orders?limit=1'))
  for (const tab of tabs) orders.push(...Items.parse(await all(`/orders?tab=${tab}`)))
  const hidden = Items.parse(await all('/orders?hidden=true'))
  const attention = new Set(Items.parse(await all('/orders?attention=true')).map(({ id }) => id))
  const awaited: Order[] = []
  for (const tab of tabs) awaited.push(...Items.parse(await all(`/orders?not_picked_up=true&tab=${tab}`)))
  const receipts = z.array(Receipt).parse(await all('/receipts?'))
  const alarms = ReceiptAlarms.parse(await get('/receipts/alarms'))
  const refused = await preflight(
    world,
    orders.map(({ id }) => id),
  )
  const { copies_undelivered: _quiet, ...loud } = alarms
  const named = new Map(Object.entries(loud).flatMap(([name, list]) => namedIn(list).map((id) => [id, name] as const)))
  return {
    alarms,
    orders,
    hidden,
    receipts,
    attention,
    named,
    told: new Set([...attention, ...named.keys()]),
    accepted: new Set(receipts.filter(({ sums_accepted }) => sums_accepted !== null).map(({ order_id }) => order_id)),
    counts,
    awaited: new Set(awaited.map(({ id }) => id)),
    summary: Summary.parse(await get('/orders/summary')),
    refused,
    sync,
  }
}

async function preflight(world: World, order_ids: string[]): Promise<Preflight['refused']> {
  if (order_ids.length === 0) return []
  const answer = await world.people.ask('admin', 'POST', '/receipts/preflight', { order_ids: order_ids.slice(0, 500) })
  return Preflight.parse(answer.body).refused
}

const Named = z.looseObject({ order_id: z.string() })

/** Ids of orders in any list of alarms. */
function namedIn(list: unknown): string[] {
  const { data: counted } = z.looseObject({ items: z.array(z.unknown()) }).safeParse(list)
  const items: unknown[] = counted?.items ?? (Array.isArray(list) ? list : [])
  return items.flatMap((item) => Named.safeParse(item).data?.order_id ?? [])
}
