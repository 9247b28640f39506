import type { Order } from '#/contract/orders.ts'
import { chainOf, documentsOf, parcelOf, stateOf, ttnInCrm } from './truth.ts'
import type { View } from './view.ts'
import type { World } from './world.ts'

/** What is true of an order and what is shown of it, for a person who reads of a broken law. */
export function truthOf(world: World, view: View, order: Order): string {
  const { id, crm_id, ttn, tab, parcel } = order
  const inCrm = ttnInCrm(world, crm_id)
  const receipts = view.receipts.filter(({ order_id }) => order_id === id)
  const ttns = new Set([ttn, inCrm, ...receipts.map((receipt) => receipt.ttn)].filter((one) => one !== null))
  const parcels = [...ttns].map((one) => {
    const known = parcelOf(world, one)
    const codes = chainOf(world, one).map((part) => `${part} ${stateOf(world, part)?.status_code}`)
    const documents = documentsOf(world, one).map(
      ({ ttn: of, status, deleted, total_sum, made_by, created_at, fiscal_code }) =>
        `${of} ${deleted ? 'deleted' : status} ${total_sum} by ${made_by} of ${created_at} ${fiscal_code ?? 'without code'}`,
    )
    return `parcel ${codes.join(' ← ')} control ${known?.control} ${known?.paid ? 'paid' : 'not paid'} of ${known?.owner?.name ?? 'nobody'}, documents [${documents.join('; ')}]`
  })
  const states = receipts.map(
    ({ kind, state, ttn: of, amount, problem, returned_at }) =>
      `${kind} ${state} ${of} ${amount}${returned_at === null ? '' : ' returned'}${problem === null ? '' : ` (${problem.code})`}`,
  )
  return [
    `now ${new Date(world.outside.clock.now()).toISOString().slice(0, 19)}`,
    ...parcels,
    `CRM ${inCrm}`,
    `shown in ${tab}, ${ttn}, parcel ${parcel === null ? null : JSON.stringify({ ...parcel, status_text: undefined })}`,
    `receipts [${states.join('; ')}]`,
    ...(order.receipt_not_needed === null ? [] : [`marked as needing none at ${order.receipt_not_needed.at}`]),
  ].join(' | ')
}
