import type { z } from 'zod'
import type { OneOrder as OneOrderSchema } from '#/contract/orders.ts'
import { getJson } from './client.ts'

export type OneOrder = z.infer<typeof OneOrderSchema>

/** The server answers no more of them in one call. */
const mostInOneCall = 100

export const fetchOrders = (ids: readonly string[]): Promise<{ items: OneOrder[] }> =>
  getJson(`/orders/by-ids?ids=${ids.join(',')}`)

const fetchAlone = (id: string): Promise<OneOrder> => getJson(`/orders/${id}`)

let gathered: { ids: Set<string>; answer: Promise<Map<string, OneOrder>> } | undefined

/** One order. Those requested in the same moment, as the lines of a report are, go in one call. */
export async function loadOrder(id: string): Promise<OneOrder> {
  if (gathered === undefined || gathered.ids.size >= mostInOneCall) {
    const ids = new Set<string>()
    gathered = { ids, answer: askTogether(ids) }
  }
  gathered.ids.add(id)
  const found = (await gathered.answer).get(id)
  // What is not there has to be refused in the server's own words.
  return found ?? fetchAlone(id)
}

async function askTogether(ids: ReadonlySet<string>): Promise<Map<string, OneOrder>> {
  await new Promise((resolve) => setTimeout(resolve))
  if (gathered?.ids === ids) gathered = undefined
  if (ids.size < 2) return new Map()
  const { items } = await fetchOrders([...ids])
  return new Map(items.map((order) => [order.id, order]))
}
