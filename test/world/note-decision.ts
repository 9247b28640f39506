import { z } from 'zod'
import { tabs } from '#/contract/tabs.ts'
import type { Wanted } from './actions/wanted.ts'
import { contentOf } from './decisions.ts'
import { chainOf, ttnInCrm } from './truth.ts'
import type { World } from './world.ts'

const Parcelled = z.looseObject({
  id: z.string(),
  parcel: z.looseObject({ cod_amount: z.number().nullable() }).nullable(),
})
const Numbered = z.looseObject({ id: z.string(), crm_id: z.string() })
const Keeping = z.looseObject({ crm_ttn: z.string().nullable() })
const Asked = z.looseObject({ order_id: z.string(), version: z.number().optional() })
const Creating = z.union([z.looseObject({ orders: z.array(Asked) }), Asked])
const Batch = z.looseObject({ batch_id: z.string() })

const Taken = z.looseObject({ provider_id: z.string() })
const Taking = z.union([z.looseObject({ documents: z.array(Taken) }), Taken.transform((one) => ({ documents: [one] }))])

const Refusing = z.looseObject({ refused: z.array(Taken) })

function takenBy(path: string, body: unknown, answer: unknown): string[] {
  if (path !== '/receipts/adopt' && !path.endsWith('/attach')) return []
  const refused = new Set(Refusing.safeParse(answer).data?.refused.map(({ provider_id }) => provider_id))
  return Taking.parse(body).documents.flatMap(({ provider_id }) => (refused.has(provider_id) ? [] : [provider_id]))
}

const lastOf = (path: string): string => path.split('/').at(-2) ?? ''

/** After a request that was carried out. */
export async function noteDecision(world: World, { method, path, body }: Wanted, answer: unknown): Promise<void> {
  const { decisions } = world
  if (path.endsWith('/receipt-not-needed')) {
    const { data } = Parcelled.safeParse(answer)
    decisions.uncovered.delete(lastOf(path))
    if (method === 'DELETE') decisions.not_needed.delete(lastOf(path))
    else decisions.not_needed.set(lastOf(path), data?.parcel?.cod_amount ?? null)
  }
  if (path.endsWith('/left-sale')) decisions.uncovered.delete(lastOf(path))
  if (path.endsWith('/dismiss')) await noteNotOurs(world, lastOf(path))
  // A person who takes a document for an order says that it is theirs after all.
  for (const id of takenBy(path, body, answer)) decisions.not_ours.delete(id)
  if (path.endsWith('/keep-ttn')) decisions.ttn.set(lastOf(path), Keeping.safeParse(body).data?.crm_ttn ?? null)
  if (method === 'PATCH' && body !== undefined && 'ttn' in body) {
    const { data } = Numbered.safeParse(answer)
    if (data !== undefined) decisions.ttn.set(data.id, ttnInCrm(world, data.crm_id))
  }
  if (['/receipts', '/receipts/bulk', '/receipts/prepayment'].includes(path)) noteConfirmed(world, body)
  const batch = path === '/receipts/bulk' ? Batch.safeParse(answer).data : undefined
  if (batch !== undefined) world.batches.push(batch.batch_id)
}

function noteConfirmed({ decisions, shown }: World, body: unknown): void {
  const { data } = Creating.safeParse(body)
  const asked = data === undefined ? [] : Array.isArray(data.orders) ? data.orders : [data]
  for (const { order_id, version } of asked.flatMap((one) => Asked.safeParse(one).data ?? [])) {
    const seen = shown.get(order_id)?.findLast((order) => version === undefined || order.version === version)
    if (seen === undefined || seen.ttn === null) continue
    const before = decisions.confirmed.get(seen.ttn) ?? []
    decisions.confirmed.set(seen.ttn, [...before, version === undefined ? null : contentOf(seen)])
  }
}

const Found = z.looseObject({ items: z.array(z.looseObject({ crm_id: z.string(), ttn: z.string().nullable() })) })

async function noteNotOurs(world: World, provider_id: string): Promise<void> {
  const { ttn } = world.outside.fiscal.documents.find(provider_id)
  const beside = new Set<string>()
  for (const one of chainOf(world, ttn)) for (const crmId of await ordersWith(world, one)) beside.add(crmId)
  world.decisions.not_ours.set(provider_id, beside)
}

async function ordersWith(world: World, ttn: string): Promise<string[]> {
  const found: string[] = []
  for (const tab of tabs) {
    const { body } = await world.people.ask('admin', 'GET', `/orders?tab=${tab}&q=${ttn}&limit=200`)
    found.push(...Found.parse(body).items.flatMap((order) => (order.ttn === ttn ? [order.crm_id] : [])))
  }
  return found
}
