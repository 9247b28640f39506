import { sql } from 'kysely'
import type { Receipt, ReceiptProblem, RefusedOrder } from '#/contract/receipts.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import { receiptProblemJson } from '#/server/orders/order/order-receipt-json.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { receiptJson, wholeReceipt } from '../reading/receipt-json.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    receipt_batches: {
      id: string
      created_at: string
      created_by: string | null
      created_by_login: string | null
      total: number
      refused: unknown
    }
  }
}

export interface BatchRow {
  id: string
  created_at: string
  created_by: { id: string; login: string } | null
  total: number
  refused: RefusedOrder[]
}

export async function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select id, created_at, total, refused,
      case when created_by is not null then json_build_object('id', created_by, 'login', created_by_login) end as created_by
    from receipt_batches where id = ${id}`.execute(db)
  return rows[0]
}

export async function updateRefused(tx: Tx, id: string, refused: readonly RefusedOrder[]): Promise<void> {
  await sql`update receipt_batches set refused = ${JSON.stringify(refused)}::jsonb where id = ${id}`.execute(tx)
}

export interface BatchItem {
  order_id: string
  receipt_id: string
  state: ReceiptState
  problem: ReceiptProblem | null
}

export async function listBatchItems(db: Db, batchId: string): Promise<BatchItem[]> {
  const { rows } = await sql<BatchItem>`
    select rc.order_id, rc.id as receipt_id, rc.state, ${receiptProblemJson} as problem
    from ${wholeReceipt} where rc.batch_id = ${batchId} order by rc.created_at, rc.id`.execute(db)
  return rows
}

export async function listReceiptsOfBatch(db: Db | Tx, batchId: string): Promise<Receipt[]> {
  const { rows } = await sql<{ item: Receipt }>`
    select ${receiptJson} as item from ${wholeReceipt} where rc.batch_id = ${batchId}`.execute(db)
  return rows.map(({ item }) => item)
}

/** Those not sent yet, the next to be sent first. */
export async function listQueuedOfBatch(db: Db, batchId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from receipts where batch_id = ${batchId} and state = 'queued' order by created_at, id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function insertBatch(
  db: Db | Tx,
  batch: { id: string; created_at: string; created_by: string | null; created_by_login: string | null; total: number },
  refused: unknown,
): Promise<void> {
  await db
    .insertInto('receipt_batches')
    .values({ ...batch, refused: JSON.stringify(refused) })
    .execute()
}
