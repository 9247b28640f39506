import type { PrepaymentChain } from '../ettn-client.ts'
import { bringUpToDate, type StubProvider } from './current-document.ts'
import { toFiscalReceipt } from './document.ts'
import { listStubChain } from './store.ts'

/** null: no advance has this relation id. Nothing is ever given back here, so no chain is cancelled. */
export async function findStubChain(
  provider: StubProvider,
  register: string,
  relation_id: string,
): Promise<PrepaymentChain | null> {
  const now = provider.clock.now()
  const documents = await bringUpToDate(provider, await listStubChain(provider.db, register, relation_id))
  const advance = documents.find(({ kind }) => kind === 'prepayment')
  if (advance === undefined) return null
  const rest = documents.find((one) => one.kind === 'ettn_rest' && toFiscalReceipt(one, now) !== null)
  return {
    relation_id,
    status: rest === undefined ? 'partial_paid' : 'full_paid',
    made_at: advance.made_at,
    paid: advance.amount + (rest?.amount ?? 0),
    prepayment_receipt_ids: [advance.receipt_id],
  }
}
