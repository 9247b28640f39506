import { isRefused } from '#/contract/carrier-statuses.ts'
import { couldBeKnown } from '../../sight.ts'
import { chainOf, isLiving, isSameParcel, parcelOf } from '../../truth.ts'
import {
  documentsOfSale,
  hasBadKey,
  isUnsure,
  isUsable,
  parcelIs,
  shownTo,
  unheldOf,
  type Scene,
  type Sentences,
} from './scene.ts'

const lines = ({ order: { goods } }: Scene): number =>
  goods.reduce((sum, { price, quantity, discount }) => sum + Math.round((price * quantity) / 1000) - discount, 0)

const livingReceipts = ({ view, order }: Scene) =>
  view.receipts.filter(
    ({ order_id, state, returned_at }) =>
      order_id === order.id && state !== 'cancelled' && state !== 'failed' && returned_at === null,
  )

const prepaid = (scene: Scene): number =>
  livingReceipts(scene)
    .filter(({ kind, state }) => kind === 'prepayment' && state === 'fiscalized')
    .reduce((sum, { amount }) => sum + amount, 0)

/** Of an earlier TTN of the order, which it was shown beside. */
const isEarlier = ({ world, said }: Scene): boolean =>
  world.outside.fiscal.documents.all().some((document) => isLiving(document) && said.includes(document.ttn))

const isHidden = ({ world, order }: Scene): boolean => {
  const parcel = order.ttn === null ? null : parcelOf(world, order.ttn)
  return parcel === null || parcel.status_code === 3 || parcel.is_left_out
}

/** What became of a document since the credentials were refused cannot be known. */
const isUnseen = (scene: Scene): boolean =>
  documentsOfSale(scene).some((document) => !couldBeKnown(scene.world, document, scene.world.outside.clock.now()))

/** Why a receipt cannot be made, by the code of the refusal. */
export const refusals: Sentences = {
  'order.not_found': ({ view, order }) => view.hidden.some(({ id }) => id === order.id),
  'order.changed': { why_not: 'it is about a version that the person named' },
  'receipt.exists': (scene) => livingReceipts(scene).length > 0,
  'receipt.not_needed': ({ order }) => order.receipt_not_needed !== null,
  'receipt.no_ttn': ({ order }) => order.ttn === null,
  'receipt.ttn_taken': ({ world, view, order, said }) =>
    [...view.orders, ...view.hidden].some(
      (other) => other.id !== order.id && said.includes(other.number) && isSameParcel(world, other.ttn, order.ttn),
    ),
  'receipt.document_exists': (scene) =>
    isUnseen(scene) || unheldOf(scene).some(({ ttn }) => scene.said.includes(ttn)) || isEarlier(scene),
  'receipt.not_bound': (scene) => {
    const keys = shownTo(scene)
    return keys.length !== 1 || hasBadKey(scene) || isUnsure(scene) || scene.order.parcel?.own !== true
      ? true
      : scene.order.cash_register === null
  },
  // Of a number that it does not know, or leaves out, the carrier shows nothing.
  'receipt.not_ours': (scene) => shownTo(scene).length === 0 || isHidden(scene),
  'receipt.parcel_refused': parcelIs(({ status_code }) => isRefused(status_code)),
  'receipt.parcel_deleted': parcelIs(({ status_code }) => status_code === 2),
  'receipt.parcel_redirected': ({ world, order }) => order.ttn !== null && chainOf(world, order.ttn)[0] !== order.ttn,
  'receipt.money_transfer': parcelIs(({ sum, control }) => sum > 0 && control === 0),
  'receipt.sum_unknown': ({ order }) => order.parcel?.cod_amount === null,
  'receipt.no_payment_control': parcelIs(({ control }) => control === 0),
  'receipt.register_unusable': ({ world, order, ...scene }) => {
    const register = world.registers.find(({ id }) => id === order.cash_register?.id)
    return register === undefined || !isUsable(world, register) || isUnsure({ world, order, ...scene })
  },
  'receipt.register_unchecked': { why_not: 'every register of the world is checked before it begins' },
  'receipt.no_goods': ({ order }) => order.goods.length === 0,
  'receipt.zero_price': ({ order }) => order.goods.some(({ price }) => price === 0),
  'receipt.goods_below_total': (scene) => lines(scene) < scene.order.total,
  'receipt.sum_mismatch': parcelIs(({ control }, scene) => scene.order.total - prepaid(scene) !== control),
  'receipt.prepayment_too_large': { why_not: 'it is about the amount that the person named' },
}
