import { sql } from 'kysely'
import type { Tx } from '#/server/platform/database/database.ts'
import { receiptColumns, type ReceiptRow } from './store.ts'

/** The receipt and whatever hangs together with it by a prepayment, the rest before its prepayment; locked in that order. */
export async function lockChain(tx: Tx, id: string): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from receipts
    where order_id = (select order_id from receipts where id = ${id})
      and (id = ${id} or prepayment_id = ${id} or id = (select prepayment_id from receipts where id = ${id}))
    order by kind, id for update`.execute(tx)
  return rows
}

/** Whoever asks for a look now does not wait for the next one by the schedule. */
export async function lookNow(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update receipts set next_check_at = ${now.toISOString()} where id = ${id}`.execute(tx)
}

/** A document a person has now given a receipt is nobody's riddle any more. */
export async function settleOrphan(tx: Tx, provider_id: string, settled_at: string): Promise<void> {
  await sql`
    update receipt_incidents set settled_at = ${settled_at}
    where kind = 'orphan' and provider_id = ${provider_id} and settled_at is null`.execute(tx)
}

/** Refused by the index: a document stands for one receipt. */
export const isDocumentTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'document_used_once'
