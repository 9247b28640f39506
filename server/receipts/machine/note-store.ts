import { sql } from 'kysely'
import type { ReceiptProblem } from '#/contract/receipts.ts'
import type { EttnDocument, FiscalReceipt } from '#/server/integrations/fiscal/ettn-client.ts'
import { onlyReceiptUrl } from '#/server/integrations/fiscal/receipt-url.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { anyFrom, run, valuesFrom } from '#/server/platform/database/rows.ts'
import type { ReceiptRow } from './store.ts'

/** What changes in a receipt while it stays in its state. */

/** Notes why nothing happens to it yet, unless it has moved meanwhile. */
export const noteProblem = (
  tx: Tx | Db,
  { id, state }: Pick<ReceiptRow, 'id' | 'state'>,
  problem: ReceiptProblem | null,
  next_check_at?: Date,
): Promise<void> =>
  run(tx)`
    update receipts set problem = ${problem === null ? null : JSON.stringify(problem)}::jsonb
      ${next_check_at === undefined ? sql`` : sql`, next_check_at = ${next_check_at.toISOString()}`}
    where id = ${id} and state = ${state}`

/** Notes the same reason on all that wait at a register; returns those that did not have it. */
export const noteProblemOfQueued = (tx: Tx, registerId: string, problem: ReceiptProblem): Promise<string[]> =>
  valuesFrom(tx)`
    update receipts set problem = ${JSON.stringify(problem)}::jsonb
    where cash_register_id = ${registerId} and state = 'queued' and problem is distinct from ${JSON.stringify(problem)}::jsonb
    returning id`

/** Never brings it forward. */
export const putOffLook = (tx: Tx, id: string, until: Date): Promise<void> =>
  run(tx)`
    update receipts set next_check_at = greatest(next_check_at, ${until.toISOString()})
    where id = ${id} and state in ('unknown', 'cancel_unknown')`

/** Makes it due now: a person does not wait for the next lookup of the schedule. */
export const makeDueNow = (tx: Tx, id: string, now: Date): Promise<void> =>
  run(tx)`update receipts set next_check_at = ${now.toISOString()} where id = ${id}`

/** Renews the lease. False: this worker no longer holds the receipt. */
export const prolongLease = (
  db: Db,
  { id, state, attempt, removal }: Pick<ReceiptRow, 'id' | 'state' | 'attempt' | 'removal'>,
  seconds: number,
): Promise<boolean> =>
  anyFrom(db)`
    update receipts set lease_until = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id} and state = ${state} and attempt = ${attempt} and removal = ${removal}`

/** For a call that a person asks for, while the receipt waits for one. False: another call has it. */
export const takeLease = (tx: Tx, id: string, seconds: number): Promise<boolean> =>
  anyFrom(tx)`
    update receipts set lease_until = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id} and state = 'attention' and coalesce(lease_until < clock_timestamp(), true)
    returning id`

export const endLease = (db: Db, id: string): Promise<void> =>
  run(db)`update receipts set lease_until = null where id = ${id} and state = 'attention'`

/** The fiscal receipt of the document; its code may take a while longer. */
export const noteFiscalReceipt = (tx: Tx | Db, id: string, fiscal_receipt_id: string): Promise<void> =>
  run(tx)`update receipts set fiscal_receipt_id = ${fiscal_receipt_id} where id = ${id} and fiscal_code is null`

/** Once: returns false when it is known already. The caller adds the event, in the same transaction. */
export const writeFiscalReceipt = (tx: Tx, row: ReceiptRow, receipt: FiscalReceipt): Promise<boolean> =>
  anyFrom(tx)`
    update receipts set fiscal_receipt_id = ${receipt.id}, fiscal_code = ${receipt.fiscal_code},
      fiscalized_at = ${receipt.fiscalized_at}, receipt_url = ${onlyReceiptUrl(receipt.receipt_url)},
      fiscal_amount = ${receipt.amount}, is_created_offline = ${receipt.is_created_offline}, is_sent_dps = ${receipt.is_sent_dps},
      tax_url = ${receipt.tax_url}, shift_id = ${receipt.shift_id}, payment_label = ${receipt.payment_label}, events = ${row.events + 1}
    where id = ${row.id} and state = 'fiscalized' and fiscal_code is null and events = ${row.events}`

/** Whether the tax service has the receipt by now. */
export const noteDelivery = (
  db: Db,
  id: string,
  { is_created_offline, is_sent_dps }: Pick<FiscalReceipt, 'is_created_offline' | 'is_sent_dps'>,
): Promise<void> =>
  run(db)`
    update receipts set is_created_offline = ${is_created_offline}, is_sent_dps = ${is_sent_dps}
    where id = ${id} and (is_created_offline, is_sent_dps) is distinct from (${is_created_offline}::boolean, ${is_sent_dps}::boolean)`

export const markReturned = (tx: Tx, id: string, at: string): Promise<boolean> =>
  anyFrom(tx)`
    update receipts set returned_at = ${at} where id = ${id} and state = 'fiscalized' and returned_at is null`

/** The account under which it is sent, or its document was seen. */
export const noteScope = (tx: Tx, id: string, scope: string | null): Promise<void> =>
  run(tx)`update receipts set provider_scope = ${scope} where id = ${id}`

/**
 * These credentials read the documents by their ids: from now on they can also prove that one of them is gone. The list
 * does not count: it may show what they may not read. A settled receipt needs no proof.
 */
export async function noteSeenUnder(db: Db, scope: string | null, documentIds: readonly string[]): Promise<void> {
  if (scope === null || documentIds.length === 0) return
  await run(db)`
    update receipts set provider_scope = ${scope}
    where provider_id = any(${documentIds}) and provider_scope is not null and provider_scope <> ${scope}
      and state not in ('cancelled', 'failed', 'fiscalized')`
}

/** When the document was last read by its id. */
export const noteAsked = (db: Db, ids: readonly string[], at: Date): Promise<void> =>
  run(db)`update receipts set asked_at = ${at.toISOString()} where id = any(${ids}::uuid[])`

/** When the provider was last asked whether the advances were returned. */
export const noteReturnsAsked = (db: Db, ids: readonly string[], at: Date): Promise<void> =>
  run(db)`update receipts set returns_asked_at = ${at.toISOString()} where id = any(${ids}::uuid[])`

/** Whether the copy for the buyer arrived, as the provider first said: a copy sent by hand does not change it. */
export async function noteUndeliveredCopies(db: Db, documents: readonly EttnDocument[]): Promise<void> {
  const fiscal = documents.filter(({ status }) => status === 'fiscalized')
  const told = JSON.stringify(fiscal.map(({ id, is_copy_undelivered }) => ({ id, is_copy_undelivered })))
  await run(db)`
    update receipts set is_copy_undelivered = d.is_copy_undelivered
    from jsonb_to_recordset(${told}::jsonb) as d(id text, is_copy_undelivered boolean)
    where receipts.provider_id = d.id and receipts.is_copy_undelivered is null`
}

export const noteCopySent = (tx: Tx, id: string): Promise<void> =>
  run(tx)`update receipts set is_copy_undelivered = false where id = ${id} and is_copy_undelivered`

/** The sums that a person has accepted though they differ. */
interface Acceptance {
  control: number | null
  fiscal: number | null
  reason: string
  at: string
  by: { id: string; login: string } | null
}

/** null: nothing is accepted any more. */
export const writeAcceptance = (tx: Tx, receiptId: string, acceptance: Acceptance | null): Promise<void> =>
  run(tx)`
    update receipts set accepted_control = ${acceptance?.control ?? null}, accepted_fiscal = ${acceptance?.fiscal ?? null},
      accepted_reason = ${acceptance?.reason ?? null}, accepted_at = ${acceptance?.at ?? null},
      accepted_by = ${acceptance?.by?.id ?? null}, accepted_by_login = ${acceptance?.by?.login ?? null}
    where id = ${receiptId}`
