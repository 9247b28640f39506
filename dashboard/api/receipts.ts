import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type {
  AcceptSumsRequest,
  AdoptAnswer,
  AdoptRequest,
  Batch as BatchSchema,
  BulkAnswer as BulkAnswerSchema,
  CreateReceiptRequest,
  OneReceipt as OneReceiptSchema,
  Preflight,
  PrepaymentRequest,
  Receipt,
} from '#/contract/receipts.ts'
import { change, command, getJson } from './client.ts'

export type Batch = z.infer<typeof BatchSchema>
export type BulkAnswer = z.infer<typeof BulkAnswerSchema>
export type OneReceipt = z.infer<typeof OneReceiptSchema>

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['receipts', 'one', id],
    queryFn: ({ signal }) => getJson<OneReceipt>(`/receipts/${id}`, signal),
  })

export const alarmsQuery = queryOptions({
  queryKey: ['receipts', 'alarms'],
  queryFn: ({ signal }) => getJson<ReceiptAlarms>('/receipts/alarms', signal),
})

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', id],
    queryFn: ({ signal }) => getJson<Batch>(`/receipts/batches/${id}`, signal),
    // The stream of events is faster; this is for when there is none.
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false
      if (!data.finished) return 2_000
      return isBeingChecked(data) ? 10_000 : false
    },
  })

const isBeingChecked = ({ counts }: Batch): boolean =>
  (['unknown', 'cancelling', 'cancel_unknown'] as const).some((state) => (counts[state] ?? 0) > 0)

/** Made when a dialog opens: however often its button is pressed, one receipt is created. */
export const newIdempotencyKey = (): string => crypto.randomUUID()

const under = (key: string) => ({ 'idempotency-key': key })

/** Refused with 412 when the order has changed since `version`; of a prepayment and of many the same. */
export const createReceipt = (key: string, request: CreateReceiptRequest): Promise<Receipt> =>
  change('POST', '/receipts', request, under(key))

export const createPrepayment = (key: string, request: PrepaymentRequest): Promise<Receipt> =>
  change('POST', '/receipts/prepayment', request, under(key))

export const preflight = (order_ids: readonly string[]): Promise<Preflight> =>
  change('POST', '/receipts/preflight', { order_ids })

export const createMany = (key: string, orders: readonly CreateReceiptRequest[]): Promise<BulkAnswer> =>
  change('POST', '/receipts/bulk', { orders }, under(key))

export const stopBatch = (id: string): Promise<Batch> => change('POST', `/receipts/batches/${id}/stop`)
export const cancelReceipt = (id: string): Promise<Receipt> => change('POST', `/receipts/${id}/cancel`)
export const recheckReceipt = (id: string): Promise<Receipt> => change('POST', `/receipts/${id}/recheck`)
/** With a reason a document of another sum is taken, too. */
export const attachDocument = (id: string, provider_id: string, reason?: string): Promise<Receipt> =>
  change('POST', `/receipts/${id}/attach`, { provider_id, ...(reason !== undefined && { reason }) })
/** The cause is removed: Checkbox shall try again to make it fiscal. */
export const fiscalizeReceipt = (id: string): Promise<Receipt> => change('POST', `/receipts/${id}/fiscalize`)
/** A person has looked at Checkbox and says that there is no document. */
export const giveUpReceipt = (id: string, reason: string): Promise<Receipt> =>
  change('POST', `/receipts/${id}/give-up`, { reason })
/** Documents that stand at Checkbox already become receipts of their orders. */
export const adoptDocuments = (documents: AdoptRequest['documents']): Promise<AdoptAnswer> =>
  change('POST', '/receipts/adopt', { documents })
/** Only for the sums the person has seen. */
export const acceptSums = (id: string, request: AcceptSumsRequest): Promise<Receipt> =>
  change('POST', `/receipts/${id}/accept-sums`, request)
export const takeBackSums = (id: string): Promise<Receipt> => change('DELETE', `/receipts/${id}/accept-sums`)
export const sendCopy = (id: string, to: { email: string } | { phone: string }): Promise<void> =>
  command('POST', `/receipts/${id}/send-copy`, to)
/** A person has looked at a document without a receipt, and says why it may stay so. `order_id`: beside which order it was shown. */
export const dismissOrphan = (
  provider_id: string,
  request: { reason: string; order_id?: string | null },
): Promise<void> => command('POST', `/receipts/orphans/${encodeURIComponent(provider_id)}/dismiss`, request)
