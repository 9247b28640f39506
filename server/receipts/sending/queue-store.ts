import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { mayRemove, maySend } from '../machine/due-store.ts'
import { receiptColumns, workColumns, type ReceiptRow, type WorkRow } from '../machine/store.ts'

/** Single receipts are sent before batch receipts. */
export async function findNextToSend(tx: Tx, registerId: string, now: Date): Promise<WorkRow | undefined> {
  const { rows } = await sql<WorkRow>`
    select ${workColumns} from receipts where cash_register_id = ${registerId} and ${maySend(now)}
    order by batch_id is not null, created_at, id limit 1`.execute(tx)
  return rows[0]
}

/** Whether it may still be sent, checked under the lock. */
export async function lockToSend(tx: Tx, id: string, attempt: number, now: Date): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from receipts where id = ${id} and attempt = ${attempt} and ${maySend(now)} for update`.execute(
    tx,
  )
  return rows[0]
}

export async function lockNextToRemove(tx: Tx, registerId: string, now: Date): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from receipts where cash_register_id = ${registerId} and ${mayRemove(now)}
    order by created_at, id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

/** The date of the oldest order whose receipt waits at the register. */
export async function findOldestQueued(db: Db, registerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ ordered_at: string | null }>`
    select min(o.ordered_at) as ordered_at from receipts r join orders o on o.id = r.order_id
    where r.cash_register_id = ${registerId} and r.state = 'queued'`.execute(db)
  return rows[0]?.ordered_at ?? undefined
}
