import { sql } from 'kysely'
import type { Tx } from '#/server/platform/database/db.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'
import type { OrderContent } from './rules.ts'

const editing = prepare(`
  update orders set recipient_name = $2, recipient_phone = $3, ttn = $4, notes = $5, goods = $6::jsonb, total = $7, search = $8,
    edited_at = $9, version = version + 1,
    crm_ttn_seen = case when $10 then coalesce(crm ->> 'ttn', '') else crm_ttn_seen end
  where id = $1`)

interface Edited extends OrderContent {
  search: string
  edited_at: string
  /** A person decided on the TTN, knowing what the CRM says. */
  is_ttn_typed: boolean
}

/** A changed TTN's parcel is reset by the same statement (triggers of migration 0005). */
export async function setContent(tx: Tx, id: string, edited: Edited): Promise<void> {
  const { recipient_name, recipient_phone, ttn, notes, goods, total, search, edited_at, is_ttn_typed } = edited
  const content = [recipient_name, recipient_phone, ttn, notes, JSON.stringify(goods), total]
  await runPrepared(tx, editing, [id, ...content, search, edited_at, is_ttn_typed])
}

/** A person has decided between the TTN of the order and that of the CRM. */
export async function settleTtn(tx: Tx, id: string, edited_at: string): Promise<void> {
  await sql`
    update orders set crm_ttn_seen = coalesce(crm ->> 'ttn', ''), edited_at = ${edited_at}, version = version + 1
    where id = ${id}`.execute(tx)
}

export async function setDeleted(tx: Tx, id: string, deleted_at: string | null): Promise<void> {
  await sql`update orders set deleted_at = ${deleted_at}, version = version + 1 where id = ${id}`.execute(tx)
}

/**
 * Whether a receipt is in the way of saying that none is needed. A fiscal prepayment is not: there may be no rest to pay. Nor
 * is a fiscal test receipt, which cannot be cancelled, nor a fiscal one of a refused parcel: what is not needed there is its return.
 */
export async function hasReceiptThatHolds(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from receipts where order_id = ${id} and lives(receipts)
      and not (state = 'fiscalized' and (kind = 'prepayment' or (is_test and not is_demo())
        or exists (select from orders where id = ${id} and parcel_group = 'refused'))) limit 1`.execute(tx)
  return rows.length > 0
}

/** null: it needs a receipt as any other. */
export async function setNotNeeded(
  tx: Tx,
  id: string,
  mark: { reason: string; at: string; by: { id: string; login: string } | null } | null,
): Promise<void> {
  await sql`
    update orders set not_needed_reason = ${mark?.reason ?? null}, not_needed_at = ${mark?.at ?? null},
      not_needed_by = ${mark?.by?.id ?? null}, not_needed_by_login = ${mark?.by?.login ?? null}, version = version + 1
    where id = ${id}`.execute(tx)
}
