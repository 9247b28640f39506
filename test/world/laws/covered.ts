import { isRefused } from '#/contract/carrier-statuses.ts'
import type { Order } from '#/contract/orders.ts'
import { couldBeKnown } from '../sight.ts'
import { documentsOf, isFiscal, parcelOf, ttnInCrm, type Document, type Parcel } from '../truth.ts'
import { truthOf } from '../truth-words.ts'
import type { View } from '../view.ts'
import type { World } from '../world.ts'
import type { Broken, Law } from './law.ts'

/**
 * A sale that was paid has exactly one fiscal document with its number and the right sum, one that was refused has none, or a person is
 * called to it.
 */
export const everySaleIsCovered: Law = (world, view) =>
  view.orders
    .filter(({ id }) => !view.told.has(id))
    .flatMap((order) => ttnsOf(world, view, order).flatMap((ttn) => judge(world, view, order, ttn)))

/**
 * The TTN of the queue and that of the CRM, unless a person decided between the two; and those whose sale was shown as uncovered, unless
 * another order has them now.
 */
function ttnsOf(world: World, { orders, sync }: View, { id, crm_id, ttn }: Order): string[] {
  // What the CRM says of an order that cannot be read is not known; that it cannot be read is shown.
  const isUnreadable = sync.unreadable.items.some((item) => item.crm_id === crm_id)
  const inCrm = isUnreadable ? null : ttnInCrm(world, crm_id)
  const isDecided = world.decisions.ttn.has(id) && world.decisions.ttn.get(id) === inCrm
  const left = [...(world.decisions.uncovered.get(id) ?? [])].filter(
    (one) => !orders.some((other) => other.ttn === one),
  )
  const named = [ttn, ...(isDecided ? [] : [inCrm]), ...left]
  return [...new Set(named.filter((one) => one !== null))]
}

function judge(world: World, view: View, order: Order, ttn: string): Broken[] {
  const parcel = parcelOf(world, ttn)
  if (parcel === null || parcel.owner === null || parcel.control === 0 || isExcused(world, order, parcel.control))
    return []
  const now = world.outside.clock.now()
  const documents = documentsOf(world, ttn).filter((document) => !isNotOurs(world, order, document))
  const fiscal = documents.filter(isFiscal)
  const seen = fiscal.filter((document) => document.made_by === 'api' || couldBeKnown(world, document, now))
  const broken = (law: string, detail: string): Broken[] => [
    { law, about: `the order ${order.crm_id} with ${ttn}`, detail: `${detail}; ${truthOf(world, view, order)}` },
  ]
  if (isRefused(parcel.status_code))
    return seen.length === 0 || isToldOfAnother(view, order, ttn)
      ? []
      : broken('a refused sale is told', `it is refused and has ${seen.length} fiscal documents`)
  if (!parcel.paid) return []
  const [only] = fiscal
  if (only === undefined)
    return documents.some((document) => isReturned(world, document, parcel))
      ? []
      : broken('a paid sale is told', `it is paid (${parcel.control}) and has no fiscal document`)
  if (seen.length > 1) return broken('a paid sale is told', `it is paid and has ${seen.length} fiscal documents`)
  if (seen.length > 0 && seen.every(({ fiscal_code }) => fiscal_code === null))
    return broken('a paid sale is told', 'it is paid and its document has no fiscal code')
  if (only.total_sum !== parcel.control && !view.accepted.has(order.id))
    return broken('a paid sale is told', `it is paid (${parcel.control}) and its document says ${only.total_sum}`)
  return []
}

/** Two orders may have one parcel; the receipt, or the document without one, is of one of them, and so is what must be done about it. */
const isToldOfAnother = ({ orders, told, receipts }: View, { id }: Order, ttn: string): boolean =>
  orders.some(
    (other) =>
      other.id !== id &&
      told.has(other.id) &&
      (other.ttn === ttn || receipts.some((one) => one.order_id === other.id && one.ttn === ttn)),
  )

/** The goods came back. What was returned before the parcel was handed over does not stand for it. */
const isReturned = ({ outside }: World, { status, return_receipt_id }: Document, { received_at }: Parcel): boolean => {
  const receipt = outside.fiscal.documents.receipts().find(({ id }) => id === return_receipt_id)
  return status === 'RETURNED' && (received_at === null || Date.parse(receipt?.created_at ?? '') > received_at)
}

/** A person said that the document is not of this order. */
const isNotOurs = ({ decisions }: World, { crm_id }: Order, { id }: Document): boolean =>
  decisions.not_ours.get(id)?.has(crm_id) === true

/** A person said that it needs none, of this very sum. */
function isExcused({ decisions }: World, { id, receipt_not_needed, parcel }: Order, control: number): boolean {
  if (receipt_not_needed === null) return false
  const said = decisions.not_needed.get(id)
  // Of a sum that no key shows it holds until one does.
  return (
    said === control || (parcel !== null && said === parcel.cod_amount && (said === null || parcel.problem !== null))
  )
}
