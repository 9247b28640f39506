import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowFrom } from '#/server/platform/database/rows.ts'
import { mayRemove, maySend } from '../machine/due-store.ts'
import { receiptColumns, workColumns, type ReceiptRow, type WorkRow } from '../machine/store.ts'

/** Single receipts are sent before batch receipts. */
export const findNextToSend = (tx: Tx, registerId: string, now: Date): Promise<WorkRow | undefined> =>
  rowFrom(tx)`
    select ${workColumns} from receipts where cash_register_id = ${registerId} and ${maySend(now)}
    order by batch_id is not null, created_at, id limit 1`

/** Whether it may still be sent, checked under the lock. */
export const lockToSend = (tx: Tx, id: string, attempt: number, now: Date): Promise<ReceiptRow | undefined> =>
  rowFrom(tx)`
    select ${receiptColumns} from receipts where id = ${id} and attempt = ${attempt} and ${maySend(now)} for update`

export const lockNextToRemove = (tx: Tx, registerId: string, now: Date): Promise<ReceiptRow | undefined> =>
  rowFrom(tx)`
    select ${receiptColumns} from receipts where cash_register_id = ${registerId} and ${mayRemove(now)}
    order by created_at, id limit 1 for update skip locked`

/** Of the receipts that wait at the register: the oldest order, and the oldest waybill as the carrier says. */
export interface OldestQueued {
  ordered_at: string | null
  waybill_made_at: string | null
}

export const findOldestQueued = async (db: Db, registerId: string): Promise<OldestQueued> =>
  (await rowFrom(db)<OldestQueued>`
    select min(o.ordered_at) as ordered_at, min(p.waybill_made_at) as waybill_made_at
    from receipts r join orders o on o.id = r.order_id left join parcels p on p.order_id = o.id
    where r.cash_register_id = ${registerId} and r.state = 'queued'`) ?? { ordered_at: null, waybill_made_at: null }
