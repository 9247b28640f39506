import { sql } from 'kysely'
import type { ReceiptProblem } from '#/contract/receipts.ts'
import type { FiscalReceipt } from '#/server/integrations/fiscal/ettn-client.ts'
import { onlyReceiptUrl } from '#/server/integrations/fiscal/receipt-url.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import type { ReceiptRow } from './store.ts'

/** What changes in a receipt while it stays in its state. */

/** Why nothing happens to it yet; it stays where it is. One that has moved meanwhile has another story. */
export async function noteProblem(
  tx: Tx | Db,
  { id, state }: Pick<ReceiptRow, 'id' | 'state'>,
  problem: ReceiptProblem | null,
  next_check_at?: Date,
): Promise<void> {
  await sql`
    update receipts set problem = ${problem === null ? null : JSON.stringify(problem)}::jsonb
      ${next_check_at === undefined ? sql`` : sql`, next_check_at = ${next_check_at.toISOString()}`}
    where id = ${id} and state = ${state}`.execute(tx)
}

/** All that wait at a register hear the same; gives back who did not know it. */
export async function noteProblemOfQueued(tx: Tx, registerId: string, problem: ReceiptProblem): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update receipts set problem = ${JSON.stringify(problem)}::jsonb
    where cash_register_id = ${registerId} and state = 'queued' and problem is distinct from ${JSON.stringify(problem)}::jsonb
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Never brings it forward. */
export async function putOffLook(tx: Tx, id: string, until: Date): Promise<void> {
  await sql`
    update receipts set next_check_at = greatest(next_check_at, ${until.toISOString()})
    where id = ${id} and state in ('unknown', 'cancel_unknown')`.execute(tx)
}

/** Whoever asks for a look now does not wait for the next one by the schedule. */
export async function lookNow(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update receipts set next_check_at = ${now.toISOString()} where id = ${id}`.execute(tx)
}

/** Still at work on it. False: it is no longer ours to work on. */
export async function prolongLease(
  db: Db,
  { id, state, attempt, removal }: Pick<ReceiptRow, 'id' | 'state' | 'attempt' | 'removal'>,
  seconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update receipts set lease_until = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id} and state = ${state} and attempt = ${attempt} and removal = ${removal}`.execute(db)
  return numAffectedRows === 1n
}

/** Which fiscal receipt the document turned into; its code may take a while longer. */
export async function noteFiscalReceipt(tx: Tx | Db, id: string, fiscal_receipt_id: string): Promise<void> {
  await sql`update receipts set fiscal_receipt_id = ${fiscal_receipt_id} where id = ${id} and fiscal_code is null`.execute(
    tx,
  )
}

/** Once: gives back false when it is known already. The event is for the caller to add, in the same transaction. */
export async function writeFiscalReceipt(tx: Tx, row: ReceiptRow, receipt: FiscalReceipt): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update receipts set fiscal_receipt_id = ${receipt.id}, fiscal_code = ${receipt.fiscal_code},
      fiscalized_at = ${receipt.fiscalized_at}, receipt_url = ${onlyReceiptUrl(receipt.receipt_url)}, events = ${row.events + 1}
    where id = ${row.id} and state = 'fiscalized' and fiscal_code is null and events = ${row.events}`.execute(tx)
  return numAffectedRows === 1n
}

export async function markReturned(tx: Tx, id: string, at: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update receipts set returned_at = ${at} where id = ${id} and state = 'fiscalized' and returned_at is null`.execute(
    tx,
  )
  return numAffectedRows === 1n
}
