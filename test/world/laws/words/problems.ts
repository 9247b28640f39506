import { documentsOf } from '../../truth.ts'
import { documentsOfSale, isUnsure, isUsable, livingOf, ownOf, unheldOf, type Scene, type Sentences } from './scene.ts'

const ofVendor = { why_not: 'it repeats what Checkbox answered to a call that is over' }

/** No document that the service could have made stands without a receipt. */
const nothingOfOurs = (scene: Scene): boolean => !unheldOf(scene).some(({ made_by }) => made_by === 'api')

/** What stands beside a receipt in the state that the sentence is about, by the code of its problem. */
export const problems: Sentences = {
  'receipt.waits': (scene) => scene.receipt?.state !== 'queued' || isHindered(scene),
  'receipt.removal_refused': ofVendor,
  'receipt.receipt_error': (scene) => ownOf(scene)?.status === 'RECEIPT_ERROR',
  'receipt.several': (scene) => livingOf(scene).length > 1,
  'receipt.foreign': (scene) => unheldOf(scene).some((document) => document.id !== scene.receipt?.provider_id),
  'receipt.foreign_advance': ({ world, order }) =>
    world.outside.fiscal.documents
      .chains()
      .some(
        ({ relation_id, pre_payment_status }) =>
          relation_id.startsWith(order.number) && pre_payment_status !== 'CANCELLED',
      ),
  'receipt.unrecognised_status': (scene) => documentsOfSale(scene).some(({ status }) => status === 'ON_HOLD'),
  'receipt.silent': (scene) =>
    scene.receipt?.state !== 'attention' || livingOf(scene).length === 0 || isHindered(scene),
  'receipt.other_credentials': (scene) => isUnseen(scene),
  'receipt.prepayment_failed': ({ view, order }) =>
    view.receipts.some(
      ({ order_id, kind, state, returned_at }) =>
        order_id === order.id &&
        kind === 'prepayment' &&
        (state === 'failed' || state === 'cancelled' || returned_at !== null),
    ),
  'receipt.cancelled_outside': (scene) => isGone(scene),
  'receipt.exhausted': nothingOfOurs,
  'receipt.told_exists': ofVendor,
  'receipt.told_exists_unseen': ofVendor,
  'receipt.document_failed': ({ world, receipt }) =>
    world.outside.fiscal.documents
      .receipts()
      .some(({ id, transaction }) => id === receipt?.id && transaction.status === 'ERROR'),
  'receipt.advance_unfinished': ({ world, receipt }) =>
    world.outside.fiscal.documents.receipts().some(({ id, status }) => id === receipt?.id && status === 'CREATED'),
  'receipt.given_up': { why_not: 'it repeats what a person said' },
  'receipt.removal_unproven': (scene) => ownOf(scene)?.deleted === false,
  'receipt.fiscal_error': ({ world, receipt }) =>
    documentsOf(world, receipt?.ttn ?? '').some(({ fiscal_code }) => fiscal_code === null),
  'receipt.refused': nothingOfOurs,
  'receipt.bad_pin': nothingOfOurs,
  'receipt.bad_license_key': nothingOfOurs,
  'receipt.rate_limited': ofVendor,
  'receipt.unreachable': ofVendor,
  'receipt.timeout': ofVendor,
  'receipt.permit_over': ofVendor,
  'receipt.unavailable': ofVendor,
  'receipt.bad_answer': ofVendor,
}

/** Something that lasts keeps its register from sending. */
function isHindered(scene: Scene): boolean {
  const { world, receipt } = scene
  const register = world.registers.find(({ id }) => id === receipt?.cash_register.id)
  const { shift_opening } = world.outside.fiscal.settings()
  return register === undefined || !isUsable(world, register) || isUnsure(scene) || shift_opening !== 'opens'
}

/** With the present credentials the document cannot be seen. */
function isUnseen({ world, receipt }: Scene): boolean {
  const register = world.registers.find(({ id }) => id === receipt?.cash_register.id)
  const own = world.outside.fiscal.documents.all().find(({ id }) => id === receipt?.provider_id)
  const known = world.outside.fiscal.registers.find(register?.license_key ?? '')
  return own === undefined || own.cashier !== known?.cashier.login || own.fiscal_number !== known.fiscal_number
}

const isGone = (scene: Scene): boolean => {
  const own = ownOf(scene)
  return own === undefined ? nothingOfOurs(scene) : own.deleted || own.status === 'CANCELLED'
}
