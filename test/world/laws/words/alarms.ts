import { isReceived, isRefused } from '#/contract/carrier-statuses.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { documentsOf, isFiscal, parcelOf, ttnInCrm } from '../../truth.ts'
import { isProviderKnown } from '../known.ts'
import {
  hasBadKey,
  isUnsure,
  livingOf,
  ownOf,
  parcelIs,
  shownTo,
  unheldOf,
  type Scene,
  type Sentences,
} from './scene.ts'

const paidOrReceived = parcelIs(({ paid, status_code }) => paid || isReceived(status_code))

const isReceiptIn =
  (...states: readonly string[]) =>
  ({ view, order }: Scene): boolean =>
    view.receipts.some(({ order_id, state }) => order_id === order.id && states.includes(state))

/** What an alarm says of an order, by its list. */
export const alarms: Record<Exclude<OrderList, 'waiting' | 'copies_undelivered'>, Sentences[string]> = {
  received: paidOrReceived,
  // «Not confirmed» is true of whatever Checkbox does not show us.
  paid_not_fiscal: (scene) =>
    paidOrReceived(scene) !== false && ((ownOf(scene)?.fiscal_code ?? null) === null || !isProviderKnown(scene.world)),
  sums_differ: (scene) => {
    const parcel = scene.order.ttn === null ? null : parcelOf(scene.world, scene.order.ttn)
    if (parcel === null) return null
    // What waits to be sent has a sum already.
    const asked = scene.view.receipts.filter(({ order_id, state }) => order_id === scene.order.id && state === 'queued')
    return [...livingOf(scene).map(({ total_sum }) => total_sum), ...asked.map(({ amount }) => amount)].some(
      (sum) => sum !== parcel.control,
    )
  },
  failed: (scene) =>
    !livingOf(scene).some((document) => document.made_by === 'api' && !unheldOf(scene).includes(document)),
  ttn_differs: ({ world, order }) => ttnInCrm(world, order.crm_id) !== order.ttn,
  unbound_received: (scene) => {
    const isSure = shownTo(scene).length === 1 && !hasBadKey(scene)
    return paidOrReceived(scene) !== false && !isSure
  },
  not_asked: (scene) => {
    const { world, order } = scene
    const parcel = order.ttn === null ? null : parcelOf(world, order.ttn)
    // For how long it was not asked about is measured by our clock; that the clock is wrong is shown beside it.
    if (isUnsure(scene)) return null
    return (
      parcel === null ||
      parcel.status_code === 3 ||
      parcel.is_left_out ||
      // The redirection was taken back, or the waybill that it led to is deleted.
      (parcel.status_code === 2 && parcel.ttn !== order.ttn) ||
      order.ttn?.length !== 14 ||
      hasBadKey(scene) ||
      shownTo(scene).length === 0
    )
  },
  stuck: isReceiptIn('queued', 'sending', 'unknown', 'cancelling', 'cancel_unknown', 'created'),
  return_due: (scene) => parcelIs(({ status_code }) => isRefused(status_code))(scene),
  // What a register whose PIN is refused has got meanwhile is not known; that it is refused is shown beside it.
  fiscal_without_code: ({ world, order, view }) =>
    !isProviderKnown(world) ||
    view.receipts
      .filter(({ order_id }) => order_id === order.id)
      .some(({ id, kind, ttn }) =>
        kind === 'prepayment'
          ? isLate(world, id)
          : documentsOf(world, ttn).some((one) => isFiscal(one) && isLate(world, one.receipt_id)),
      ),
  parcel_deleted: parcelIs(({ status_code }) => status_code === 2),
  sale_left: ({ world, said }) => {
    const ttn = /^Посилку (\S+) отримано/.exec(said)?.[1]
    const parcel = ttn === undefined ? null : parcelOf(world, ttn)
    return parcel !== null && isReceived(parcel.status_code)
  },
}

type OrderList = {
  [Name in keyof ReceiptAlarms]: ReceiptAlarms[Name] extends { items: { order_id: string }[] } | { order_id: string }[]
    ? Name
    : never
}[keyof Omit<ReceiptAlarms, 'orphans'>]

/** The fiscal receipt has no number, or is not with the tax service. */
function isLate(world: Scene['world'], receipt_id: string | null): boolean {
  const receipt = world.outside.fiscal.documents.receipts().find(({ id }) => id === receipt_id)
  return receipt === undefined || receipt.fiscal_code === null || !receipt.is_sent_dps
}

/** Of a document without a receipt. */
export function isOrphan({ outside }: Scene['world'], provider_id: string): boolean {
  const document = outside.fiscal.documents.all().find(({ id }) => id === provider_id)
  if (document !== undefined)
    return !document.deleted && document.status !== 'RETURNED' && document.status !== 'CANCELLED'
  return outside.fiscal.documents.receipts().some(({ id }) => id === provider_id)
}
