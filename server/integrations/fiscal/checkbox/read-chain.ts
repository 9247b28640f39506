import { z } from 'zod'
import type { PrepaymentChain } from '../ettn-client.ts'
import { id, instant, kopiykas, line, relationId } from './read-fields.ts'

const ids = z
  .array(z.unknown())
  .transform((given) => given.map((one) => id.parse(one)).filter((one) => one !== null))
  .catch([])

const Chain = z.object({
  relation_id: relationId,
  pre_payment_status: line,
  paid_sum: kopiykas,
  created_at: instant,
  receipt_chain: z.object({ pre_payment_receipts: ids }).catch({ pre_payment_receipts: [] }),
})

/** The published statuses of a chain (2.105.1). */
const statuses: ReadonlyMap<string, PrepaymentChain['status']> = new Map([
  ['PARTIAL_PAID', 'partial_paid'],
  ['FULL_PAID', 'full_paid'],
  ['CANCELLED', 'cancelled'],
  ['PARTIAL_CANCELLED', 'partial_cancelled'],
])

/** null: it names no chain. */
export function fromChain(json: unknown): PrepaymentChain | null {
  const chain = Chain.safeParse(json).data
  if (chain === undefined || chain.relation_id === null) return null
  return {
    relation_id: chain.relation_id,
    status: statuses.get((chain.pre_payment_status ?? '').toUpperCase()) ?? 'unrecognised',
    made_at: chain.created_at,
    paid: chain.paid_sum,
    prepayment_receipt_ids: chain.receipt_chain.pre_payment_receipts,
  }
}
