import { isReceived, isRefused } from '#/contract/carrier-statuses.ts'
import { z } from 'zod'
import type { World } from './world.ts'

/** What is true in the simulated world, read from the simulators alone. */

const CrmOrder = z.looseObject({ id: z.number(), ttn: z.string().nullable().optional(), total: z.unknown() })
export type KnownOrder = z.infer<typeof CrmOrder>

export const crmOrders = ({ outside }: World): KnownOrder[] =>
  outside.crm.orders.all().flatMap((order) => {
    const parsed = CrmOrder.safeParse(order)
    return parsed.success ? [parsed.data] : []
  })

export const ttnInCrm = (world: World, crm_id: string): string | null =>
  crmOrders(world).find(({ id }) => String(id) === crm_id)?.ttn ?? null

export type Document = ReturnType<World['outside']['fiscal']['documents']['all']>[number]

export const stateOf = ({ outside: { carrier } }: World, ttn: string) => {
  const parcel = carrier.parcels.find(ttn)
  return parcel === undefined ? null : { ...carrier.parcels.stateOf(parcel), parcel }
}

/** A parcel that is not at its end: it can still be moved, deleted, redirected. */
export function isUnderWay(world: World, ttn: string): boolean {
  const code = stateOf(world, ttn)?.status_code
  return code !== undefined && !isReceived(code) && !isRefused(code) && ![2, 3, 104].includes(code)
}

/** Every TTN of one parcel, whichever of them is given: the last one first. */
export function chainOf(world: World, ttn: string): string[] {
  const { parcels } = world.outside.carrier
  const next = (from: string): string | undefined => {
    const successor = parcels.find(from)?.successor
    return successor?.type === 'Redirecting' ? successor.number : undefined
  }
  const chain = [ttn]
  const before = (to: string) => world.ttns.find((from) => next(from) === to)
  for (let first = before(ttn); first !== undefined && !chain.includes(first); first = before(first)) chain.push(first)
  for (let last = next(ttn); last !== undefined && !chain.includes(last); last = next(last)) chain.unshift(last)
  return chain
}

export const isSameParcel = (world: World, one: string | null, other: string | null): boolean =>
  one !== null && other !== null && chainOf(world, one).includes(other)

/** The parcel as it is now, under whichever TTN. */
export function parcelOf(world: World, ttn: string) {
  const chain = chainOf(world, ttn)
  const [last = ttn] = chain
  const state = stateOf(world, last)
  if (state === null) return null
  const { parcel, status_code, paid, received_at } = state
  const control = parcel.cod.kind === 'payment_control' ? Math.round(parcel.cod.amount * 100) : 0
  const owner = world.registers.find(({ carrier_key }) => carrier_key === parcel.owner_key) ?? null
  const sum = parcel.cod.kind === 'none' ? 0 : Math.round(parcel.cod.amount * 100)
  // What is left out hides the redirection too.
  const is_left_out = chain.some((one) => world.outside.carrier.parcels.find(one)?.left_out === true)
  return { ttn: last, status_code, paid, received_at, control, sum, owner, is_left_out }
}

export type Parcel = NonNullable<ReturnType<typeof parcelOf>>

export const isLiving = ({ deleted, status }: Document): boolean =>
  !deleted && !['CANCELLED', 'RETURNED'].includes(status.toUpperCase())

export const isFiscal = (document: Document): boolean =>
  isLiving(document) && ['DONE', 'DONE_WITHOUT_SMS'].includes(document.status.toUpperCase())

/** Documents for this parcel under any of its TTNs. */
export function documentsOf(world: World, ttn: string): Document[] {
  const chain = chainOf(world, ttn)
  return world.outside.fiscal.documents.all().filter((document) => chain.includes(document.ttn))
}
