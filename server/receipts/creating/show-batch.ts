import type { z } from 'zod'
import { AppError } from '#/contract/errors.ts'
import type { Batch } from '#/contract/receipts.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { App } from '#/server/app.ts'
import { findBatch, listBatchItems } from './batch-store.ts'

/** A process that has not reached an order by then is dead. */
const longestRunMs = 120_000
const underWay: ReadonlySet<ReceiptState> = new Set(['queued', 'sending'])

/** Finished: no receipt waits to be sent, and every order was tried or never will be. */
export async function showBatch({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<z.infer<typeof Batch>> {
  const batch = await findBatch(db, id)
  if (!batch) throw new AppError('receipt.batch_not_found')
  const items = await listBatchItems(db, id)
  const made = new Set(items.map(({ order_id }) => order_id))
  const refused = batch.refused.filter(({ order_id, code }) => code !== 'receipt.not_tried' || !made.has(order_id))
  const isRunning =
    refused.some(({ code }) => code === 'receipt.not_tried') &&
    clock.now().getTime() - Date.parse(batch.created_at) < longestRunMs
  const finished = !isRunning && items.every(({ state }) => !underWay.has(state))
  return { ...batch, accepted: items.length, refused, counts: countsOf(items), finished, items }
}

function countsOf(items: readonly { state: ReceiptState }[]): Partial<Record<ReceiptState, number>> {
  const counts: Partial<Record<ReceiptState, number>> = {}
  for (const { state } of items) counts[state] = (counts[state] ?? 0) + 1
  return counts
}
