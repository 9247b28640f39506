import { z } from 'zod'
import type { PrepaymentChain } from '../ettn-client.ts'
import { id, instant, kopiykas, line, relationId, type Hide } from './read-fields.ts'

const ids = z
  .array(z.unknown())
  .transform((given) => given.map((one) => id.parse(one)).filter((one) => one !== null))
  .catch([])
const noReceipts = { pre_payment_receipts: [], after_payment_receipt: null, returned_receipts: [] }

const Chain = z.object({
  relation_id: relationId,
  pre_payment_status: line,
  total_sum: kopiykas,
  paid_sum: kopiykas,
  left_to_pay: kopiykas,
  created_at: instant,
  last_returned_receipt_at: instant,
  receipt_chain: z
    .object({ pre_payment_receipts: ids, after_payment_receipt: id, returned_receipts: ids })
    .catch(noReceipts),
})

/** The published statuses of a chain (2.105.1). */
const statuses: ReadonlyMap<string, PrepaymentChain['status']> = new Map([
  ['PARTIAL_PAID', 'partial_paid'],
  ['FULL_PAID', 'full_paid'],
  ['CANCELLED', 'cancelled'],
  ['PARTIAL_CANCELLED', 'partial_cancelled'],
])

/** null: it names no chain. */
export function fromChain(json: unknown, hide: Hide): PrepaymentChain | null {
  const chain = Chain.safeParse(json).data
  if (chain === undefined || chain.relation_id === null) return null
  const raw_status = hide(chain.pre_payment_status ?? '')
  const { pre_payment_receipts, after_payment_receipt, returned_receipts } = chain.receipt_chain
  return {
    relation_id: chain.relation_id,
    status: statuses.get(raw_status.toUpperCase()) ?? 'unrecognised',
    raw_status,
    made_at: chain.created_at,
    total: chain.total_sum,
    paid: chain.paid_sum,
    left: chain.left_to_pay,
    prepayment_receipt_ids: pre_payment_receipts,
    rest_receipt_id: after_payment_receipt,
    return_receipt_ids: returned_receipts,
    returned_at: chain.last_returned_receipt_at,
  }
}
