import type { Order } from '#/contract/orders.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { chainOf, documentsOf, isLiving, parcelOf, ttnInCrm, type Document, type Parcel } from '../../truth.ts'
import type { View } from '../../view.ts'
import type { Register, World } from '../../world.ts'

/** What a sentence is about, and the true world around it. */
export interface Scene {
  world: World
  view: View
  order: Order
  /** The last receipt of the order; null: it has none. */
  receipt: Receipt | null
  /** The sentence itself, as it was shown. */
  said: string
}

/** Whether a sentence is true in the world; null: this world cannot say. */
export type Predicate = (scene: Scene) => boolean | null

/** Why a sentence is not judged here. */
export type Unjudged = { why_not: string }
export type Sentences = Record<string, Predicate | Unjudged>

/** All TTNs that the sale of the order has or had. */
const ttnsOf = ({ world, view, order }: Scene): string[] => {
  const receipts = view.receipts.filter(({ order_id }) => order_id === order.id).map(({ ttn }) => ttn)
  const named = [order.ttn, ttnInCrm(world, order.crm_id), ...receipts].filter((ttn) => ttn !== null)
  return [...new Set(named.flatMap((ttn) => chainOf(world, ttn)))]
}

export const documentsOfSale = (scene: Scene): Document[] => {
  const all = new Map(
    ttnsOf(scene).flatMap((ttn) => documentsOf(scene.world, ttn).map((document) => [document.id, document])),
  )
  return [...all.values()]
}

export const livingOf = (scene: Scene): Document[] => documentsOfSale(scene).filter(isLiving)

/** Living documents that no living receipt holds. */
export const unheldOf = (scene: Scene): Document[] => {
  const held = new Set(
    scene.view.receipts.flatMap(({ state, provider_id }) =>
      state === 'cancelled' || state === 'failed' ? [] : [provider_id],
    ),
  )
  return livingOf(scene).filter(({ id }) => !held.has(id))
}

/** The document of the last receipt, whatever became of it. */
export const ownOf = ({ world, receipt }: Scene): Document | undefined =>
  world.outside.fiscal.documents.all().find(({ id }) => id === receipt?.provider_id)

export const parcelIs =
  (isSo: (parcel: Parcel, scene: Scene) => boolean): Predicate =>
  (scene) => {
    const { world, order } = scene
    const parcel = order.ttn === null ? null : parcelOf(world, order.ttn)
    // What the keys of the service cannot show, it cannot say rightly.
    return parcel === null || !isFresh(scene) ? null : isSo(parcel, scene)
  }

/** The carrier was asked about it lately, by a key that works. */
const isFresh = ({ world, order: { parcel } }: Scene): boolean =>
  parcel !== null &&
  parcel.problem === null &&
  parcel.checked_at !== null &&
  world.outside.clock.now() - Date.parse(parcel.checked_at) < 14 * 3_600_000 &&
  Date.parse(parcel.checked_at) <= world.outside.clock.now()

/** Registers whose stored key is shown the sender of the parcel. */
export function shownTo({ world, order }: Scene): Register[] {
  const { keys, parcels } = world.outside.carrier
  const parcel = order.ttn === null ? undefined : parcels.find(chainOf(world, order.ttn)[0] ?? order.ttn)
  if (parcel === undefined) return []
  return world.registers.filter(({ stored, is_active }) => {
    const key = keys.find(stored.carrier_key)
    return is_active && key?.state === 'ok' && key.key === parcel.owner_key
  })
}

export const hasBadKey = ({ world }: Scene): boolean =>
  world.registers.some(({ is_active, stored }) => {
    const key = world.outside.carrier.keys.find(stored.carrier_key)
    return is_active && key?.state !== 'ok'
  })

/** Whether Checkbox lets the register make documents with what the service has. */
export function isUsable(world: World, register: Register): boolean {
  const known = world.outside.fiscal.registers.find(register.license_key)
  return register.is_active && register.stored.pin === register.pin && known?.cashier.blocked === null
}

export const isUnsure = ({ world }: Scene): boolean =>
  world.database_skew_ms !== 0 || world.processes.some(({ skew_ms }) => skew_ms !== 0)
