import type { Discount, Line } from './receipt-sum.ts'
import { uuidOf } from './registers.ts'
import { toWireTime } from './wire-time.ts'

/** An advance and what comes after it. Money in kopiykas, times in milliseconds. */
export interface PrepaymentChain {
  readonly relation_id: string
  readonly cash_register_id: string
  readonly goods: readonly Line[]
  readonly discounts: readonly Discount[]
  readonly total_sum: number
  readonly created_at: number
  /** A receipt that ended as ERROR brought nothing in. */
  readonly pre_payments: { receipt_id: string; sum: number }[]
  after_payment: { receipt_id: string; sum: number } | null
  /** Receipt → the one that gave its money back. */
  readonly returns: Map<string, string>
  returned_at: number | null
}

type Given = Pick<PrepaymentChain, 'cash_register_id' | 'goods' | 'discounts' | 'total_sum'>

export const createPrepaymentChains = (now: () => number) => {
  const chains = new Map<string, PrepaymentChain>()

  return {
    add: (relationId: string | undefined, given: Given): PrepaymentChain => {
      const chain: PrepaymentChain = {
        // As Checkbox invents one, `1717502471`.
        relation_id: relationId ?? String(1_717_502_471 + chains.size),
        ...given,
        created_at: now(),
        pre_payments: [],
        after_payment: null,
        returns: new Map(),
        returned_at: null,
      }
      chains.set(chain.relation_id, chain)
      return chain
    },
    find: (relationId: string): PrepaymentChain | null => chains.get(relationId) ?? null,
    all: (): PrepaymentChain[] => [...chains.values()],
    clear: () => chains.clear(),
  }
}

export type PrepaymentChains = ReturnType<typeof createPrepaymentChains>

export const paidSum = ({ pre_payments, after_payment, returned_at }: PrepaymentChain): number =>
  returned_at === null ? pre_payments.reduce((sum, paid) => sum + paid.sum, after_payment?.sum ?? 0) : 0

export const chainStatus = (chain: PrepaymentChain): 'CANCELLED' | 'FULL_PAID' | 'PARTIAL_PAID' => {
  if (chain.returned_at !== null) return 'CANCELLED'
  return paidSum(chain) >= chain.total_sum ? 'FULL_PAID' : 'PARTIAL_PAID'
}

/** PrePaymentReceiptInfo of the description; its unit is not stated, kopiykas by convention. */
export const toChainModel = (chain: PrepaymentChain) => {
  const { relation_id, total_sum, pre_payments, after_payment, returns, returned_at } = chain
  return {
    id: uuidOf(`chain ${relation_id}`),
    relation_id,
    paid_sum: paidSum(chain),
    total_sum,
    left_to_pay: returned_at === null ? total_sum - paidSum(chain) : 0,
    pre_payment_status: chainStatus(chain),
    receipt_chain_count: pre_payments.length + (after_payment === null ? 0 : 1) + returns.size,
    created_at: toWireTime(chain.created_at),
    last_returned_receipt_at: returned_at === null ? null : toWireTime(returned_at),
    receipt_chain: {
      pre_payment_receipts: pre_payments.map(({ receipt_id }) => receipt_id),
      after_payment_receipt: after_payment?.receipt_id ?? null,
      returned_receipts: [...returns.values()],
      returned_receipts_mapping: Object.fromEntries(returns),
    },
  }
}
