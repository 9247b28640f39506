import { z } from 'zod'
import type { EttnDocument } from './ettn-documents.ts'
import { Discount, Line } from './receipt-sum.ts'
import { uuidOf } from './registers.ts'
import type { World } from './world.ts'

export interface Outcome {
  status: 'DONE' | 'DONE_WITHOUT_SMS' | 'RECEIPT_ERROR'
  raw_error?: string | undefined
}

const Body = z.looseObject({
  goods: z.array(Line).default([]),
  discounts: z.array(Discount).default([]),
  payments: z.array(z.looseObject({ label: z.string().optional() })).default([]),
  footer: z.string().optional(),
})

/** As the description says of an ETTN payment. */
const usualLabel = 'Експрес-накладна'

/** The receipt a document will have; a setting decides whether it is shown beforehand. */
export const receiptIdOf = ({ id }: EttnDocument): string => uuidOf(`receipt of ${id}`)

/** The parcel is paid, or a person said so. Nothing happens to a document that does not wait for it. */
export const fiscalise = (world: World, document: EttnDocument, wanted?: Outcome): boolean => {
  const register = world.registers.findById(document.cash_register_id)
  const waits = document.status === 'CREATED' || document.status === 'RECEIPT_ERROR'
  if (document.deleted_at !== null || !waits || register === null) return false
  const { status, raw_error } = wanted ?? { status: world.settings().fiscalised_as }
  document.status = status
  document.raw_error = null
  if (status === 'RECEIPT_ERROR') {
    document.raw_error = raw_error ?? 'Термін дії електронного підпису касира закінчився'
    return true
  }
  const chain = world.chains.find(document.relation_id ?? '')
  const body = Body.parse(document.receipt_body)
  const { id } = world.receipts.add(register, {
    id: receiptIdOf(document),
    type: 'SELL',
    goods: chain?.goods ?? body.goods,
    discounts: chain?.discounts ?? body.discounts,
    payments: [{ type: 'CASHLESS', label: body.payments[0]?.label ?? usualLabel, value: document.total_sum }],
    total_sum: document.total_sum,
    relation_id: document.relation_id,
    footer: body.footer,
  })
  document.receipt_id = id
  if (chain !== null) chain.after_payment = { receipt_id: id, sum: document.total_sum }
  return true
}

/** Checkbox asks the carrier by itself; here it does when the document is read, so that the world needs no timers. */
export const lookAtParcels = async (world: World, documents: readonly EttnDocument[]): Promise<void> => {
  const { carrier_check_seconds } = world.settings()
  const waiting = documents.filter(
    ({ status, deleted_at, last_check_at }) =>
      status === 'CREATED' && deleted_at === null && world.now() - last_check_at >= carrier_check_seconds * 1000,
  )
  if (waiting.length === 0) return
  const paid = await world.waybills.paidAmong(waiting.map(({ ttn }) => ttn))
  for (const document of waiting) {
    document.last_check_at = world.now()
    // It may have been deleted while the carrier was asked.
    if (paid.has(document.ttn) && document.status === 'CREATED') fiscalise(world, document)
  }
}
