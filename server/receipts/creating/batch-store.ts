import type { z } from 'zod'
import type { Batch, Receipt, RefusedOrder } from '#/contract/receipts.ts'
import { receiptProblemJson } from '#/server/orders/order/order-receipt-json.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowFrom, rowsFrom, run, valuesFrom } from '#/server/platform/database/rows.ts'
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

type Shown = z.infer<typeof Batch>
type BatchRow = Pick<Shown, 'id' | 'created_at' | 'created_by' | 'total' | 'refused'>

export const findBatch = (db: Db, id: string): Promise<BatchRow | undefined> =>
  rowFrom(db)`
    select id, created_at, total, refused,
      case when created_by is not null then json_build_object('id', created_by, 'login', created_by_login) end as created_by
    from receipt_batches where id = ${id}`

export const updateRefused = (tx: Tx, id: string, refused: readonly RefusedOrder[]): Promise<void> =>
  run(tx)`update receipt_batches set refused = ${JSON.stringify(refused)}::jsonb where id = ${id}`

export const listBatchItems = (db: Db, batchId: string): Promise<Shown['items']> =>
  rowsFrom(db)`
    select rc.order_id, rc.id as receipt_id, rc.state, ${receiptProblemJson} as problem
    from ${wholeReceipt} where rc.batch_id = ${batchId} order by rc.created_at, rc.id`

export const listReceiptsOfBatch = (db: Db | Tx, batchId: string): Promise<Receipt[]> =>
  valuesFrom(db)`
    select ${receiptJson} as item from ${wholeReceipt} where rc.batch_id = ${batchId}`

/** Those not sent yet, the next to be sent first. */
export const listQueuedOfBatch = (db: Db, batchId: string): Promise<string[]> =>
  valuesFrom(db)`
    select id from receipts where batch_id = ${batchId} and state = 'queued' order by created_at, id`

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
