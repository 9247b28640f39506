import type { z } from 'zod'
import { AppError } from '#/contract/errors.ts'
import { receiptSentence } from '#/contract/receipt-words.ts'
import type { OneReceipt, Receipt } from '#/contract/receipts.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { findReceipt, listEvents } from './reading-store.ts'

/** With its whole history, in words. */
export async function showReceipt(db: Db, id: string): Promise<z.infer<typeof OneReceipt>> {
  const receipt = await requireReceipt(db, id)
  const events = await listEvents(db, id)
  return {
    ...receipt,
    events: events.map((step) => ({
      at: step.at,
      text: receiptSentence(step),
      state: step.to_state,
      actor: step.actor,
    })),
  }
}

export async function requireReceipt(db: Db | Tx, id: string): Promise<Receipt> {
  const receipt = await findReceipt(db, id)
  if (!receipt) throw new AppError('receipt.not_found')
  return receipt
}
