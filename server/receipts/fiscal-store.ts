import { sql } from 'kysely'
import type { FiscalReceipt } from '#/server/integrations/fiscal/ettn-client.ts'
import { onlyReceiptUrl } from '#/server/integrations/fiscal/receipt-url.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import { receiptColumns, type ReceiptRow } from './store.ts'

/** Which fiscal receipt the document turned into; its code may take a while longer. */
export async function noteFiscalReceipt(tx: Tx | Db, id: string, fiscal_receipt_id: string): Promise<void> {
  await sql`update receipts set fiscal_receipt_id = ${fiscal_receipt_id} where id = ${id} and fiscal_code is null`.execute(
    tx,
  )
}

/** Fiscal, but their code is not known yet; and prepayments, which become fiscal by themselves within seconds. */
export async function listToFetch(db: Db, registerId: string): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from receipts
    where cash_register_id = ${registerId}
      and ((state = 'fiscalized' and fiscal_code is null) or (state = 'created' and kind = 'prepayment'))
    order by created_at, id`.execute(db)
  return rows
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

/** Registers with anything open: a document that waits, one a person must look at, a code that has not come. */
export async function listRegistersToPoll(db: Db): Promise<{ cash_register_id: string; is_test: boolean }[]> {
  const { rows } = await sql<{ cash_register_id: string; is_test: boolean }>`
    select distinct cash_register_id, is_test from receipts
    where state = 'created' or (state = 'attention' and provider_id is not null)
      or (state = 'fiscalized' and fiscal_code is null)`.execute(db)
  return rows
}

export async function listToPoll(db: Db, registerId: string, is_test: boolean): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from receipts
    where cash_register_id = ${registerId} and is_test = ${is_test} and kind = 'ettn'
      and (state = 'created' or (state = 'attention' and provider_id is not null))
    order by created_at, id`.execute(db)
  return rows
}

/** Of these documents, those that stand as fiscal and not as given back. */
export async function listNotReturned(db: Db, documentIds: readonly string[]): Promise<string[]> {
  if (documentIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from receipts
    where provider_id = any(${documentIds}) and state = 'fiscalized' and returned_at is null`.execute(db)
  return rows.map(({ id }) => id)
}
