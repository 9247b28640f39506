import type { ErrorCode } from '#/contract/errors.ts'
import type { EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import type { ReceiptRow } from '../machine/store.ts'

/** The document that a person names as a receipt's, as the provider shows it. */
export type FoundDocument = Pick<EttnDocument, 'id' | 'ttn' | 'amount' | 'register_fiscal_number' | 'status'>

type Sought = Pick<ReceiptRow, 'id' | 'kind' | 'ttn' | 'amount'> & { register_fiscal_number: string | null }

/** Only the very document, unless a person says why another sum is right: same TTN (a prepayment: our own id), same sum, and the same register as far as both are known. */
export function attachmentOf(
  receipt: Sought,
  document: FoundDocument,
  mayDiffer = false,
): { event: 'attached_waiting' | 'attached_fiscal' } | ErrorCode {
  const isNamed = receipt.kind === 'prepayment' ? document.id === receipt.id : document.ttn === receipt.ttn
  const numbers = [receipt.register_fiscal_number, document.register_fiscal_number]
  const isOfRegister = numbers.includes(null) || numbers[0] === numbers[1]
  const isSameSum = document.amount === receipt.amount || (mayDiffer && receipt.kind === 'ettn')
  if (!isNamed || !isSameSum || !isOfRegister) return 'receipt.document_differs'
  // One in error may still become fiscal: what became of it is seen at the next poll.
  if (document.status === 'waiting' || document.status === 'receipt_error') return { event: 'attached_waiting' }
  const isFiscal = document.status === 'fiscalized' || document.status === 'returned'
  return isFiscal ? { event: 'attached_fiscal' } : 'receipt.document_ended'
}
