import { couldBeKnown } from '../sight.ts'
import { chainOf, isLiving, type Document } from '../truth.ts'
import type { View } from '../view.ts'
import type { World } from '../world.ts'
import type { Broken, Law } from './law.ts'

/** No document is made beside a living one that could have been known, and no advance beside another of the same order. */
export const noSaleIsDoubled: Law = (world, view) => {
  const living = world.outside.fiscal.documents.all().filter(isLiving)
  const parcels = Map.groupBy(living, ({ ttn }) => chainOf(world, ttn).at(-1) ?? ttn)
  return [
    ...[...parcels].flatMap(([ttn, documents]) => (documents.length < 2 ? [] : judge(world, view, ttn, documents))),
    ...doubledAdvances(world),
  ]
}

function judge(world: World, view: View, ttn: string, documents: readonly Document[]): Broken[] {
  const sent = documents
    .filter(({ made_by }) => made_by !== 'cabinet')
    .map((document) => ({ document, at: sentAt(world, document) }))
    .toSorted((one, other) => one.at - other.at)
  const last = sent.at(-1)
  if (last === undefined) return []
  const beside = documents.filter(
    (document) =>
      document !== last.document &&
      (document.made_by !== 'cabinet' || couldBeKnown(world, document, last.at)) &&
      !isNotOurs(world, view, document, ttn) &&
      !isForgotten(view, document),
  )
  if (beside.length === 0) return []
  const told = [...beside, last.document].map(
    ({ id, made_by, status, created_at }) => `${id} by ${made_by} ${status} of ${created_at}`,
  )
  return [{ law: 'no sale is doubled', about: ttn, detail: told.join('; ') }]
}

/** A person said that the document is not of the orders that have the TTN. */
function isNotOurs({ decisions }: World, view: View, { id }: Document, ttn: string): boolean {
  const beside = decisions.not_ours.get(id)
  const orders = view.orders.filter((order) => order.ttn === ttn)
  return beside !== undefined && orders.length > 0 && orders.every(({ crm_id }) => beside.has(crm_id))
}

/**
 * The redirection that leads from its TTN to that of the other is forgotten: the order that had it has another TTN now, and no order has
 * this one. The document is shown among those without a receipt.
 */
const isForgotten = ({ orders, hidden, alarms }: View, { id, ttn }: Document): boolean =>
  ![...orders, ...hidden].some((order) => order.ttn === ttn) &&
  alarms.orphans.some(({ provider_id }) => provider_id === id)

/** When its request left us; a late effect makes the document later. */
function sentAt({ outside }: World, { ttn, created_at }: Document): number {
  const entry = outside.fiscal.log
    .entries()
    .find(
      ({ operation, body, effects_at }) =>
        operation?.startsWith('create_ettn') && body.includes(ttn) && effects_at.includes(created_at),
    )
  return Date.parse(entry?.at ?? created_at)
}

/** Of one order two that stand, both made by the service. */
function doubledAdvances({ outside }: World): Broken[] {
  const { documents } = outside.fiscal
  const failed = new Set(
    documents.receipts().flatMap(({ id, transaction }) => (transaction.status === 'ERROR' ? [id] : [])),
  )
  const standing = documents
    .chains()
    .filter(
      ({ relation_id, pre_payment_status }) => pre_payment_status !== 'CANCELLED' && !relation_id.includes('hand'),
    )
    .filter(({ receipt_chain }) => receipt_chain.pre_payment_receipts.some((id) => !failed.has(id)))
  const byOrder = Map.groupBy(standing, ({ relation_id }) => relation_id.replace(/-[^-]*$/, ''))
  return [...byOrder].flatMap(([number, chains]) =>
    chains.length < 2
      ? []
      : [{ law: 'no advance is doubled', about: number, detail: chains.map(({ relation_id }) => relation_id).join() }],
  )
}
