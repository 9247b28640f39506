import { useQueryClient } from '@tanstack/react-query'
import type { Receipt } from '#/contract/receipts.ts'
import { ApiError } from '../../api/api-error.ts'
import { refreshReceiptOf } from './refresh-receipt.ts'
import { useOnce } from '../../api/use-once.ts'

/** A change of one order's receipt: its answer is shown everywhere at once, and after a refusal the order is loaded again. */
export function useReceiptChange(orderId: string, call: () => Promise<Receipt>, onDone: (receipt: Receipt) => void) {
  const queries = useQueryClient()
  return useOnce(call, {
    onSuccess: (receipt) => {
      refreshReceiptOf(queries, orderId)
      onDone(receipt)
    },
    onError: (error) => {
      if (error instanceof ApiError && (error.status === 409 || error.status === 412))
        refreshReceiptOf(queries, orderId)
    },
  })
}
