import { sql } from 'kysely'
import type { OneWithdrawnPayout, WithdrawnPayout, WithdrawnPayoutQuery } from '#/contract/payouts.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import { day, instant } from '#/server/platform/database/json.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { run, valueFrom, valuesFrom } from '#/server/platform/database/rows.ts'
import { newId } from '#/server/platform/random.ts'
import { listTransfers, type KeptTransfer } from './store.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    withdrawn_payouts: Omit<Tables['payouts'], 'payee_id' | 'year' | 'imported_by'> & {
      payout_id: string
      payee: string
      /** As they were in the list, with what people decided of them. */
      lines: unknown
      /** A newer file of the same list took its place. */
      is_corrected: boolean
      withdrawn_at: string
      withdrawn_by: string | null
      withdrawn_by_login: string | null
      reason: string | null
    }
  }
}

const withdrawnJson = sql`jsonb_build_object(
  'id', w.id, 'register_id', w.payout_id, 'payee', w.payee, 'number', w.number, 'day', ${day(sql`w.day`)}, 'account', w.account,
  'accepted', w.accepted, 'commission', w.commission, 'transferred', w.transferred, 'lines', jsonb_array_length(w.lines),
  'form', w.form, 'file_name', w.file_name,
  'imported_at', ${instant(sql`w.imported_at`)}, 'imported_by', w.imported_by_login, 'is_corrected', w.is_corrected,
  'withdrawn_at', ${instant(sql`w.withdrawn_at`)}, 'withdrawn_by', w.withdrawn_by_login, 'reason', w.reason)`

/** A decision is shown only if it held: one about an earlier judgement did not. */
const itemsJson = sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'is_withdrawn', true, 'position', l.position, 'ttn', l.ttn, 'day', ${day(sql`l.day`)}, 'accepted', l.accepted,
    'commission', l.commission, 'transferred', l.transferred, 'operation_id', l.operation_id, 'order_ref', l.order_ref, 'state', l.state,
    'settled', case when l.settled_as = l.judgement then jsonb_build_object('reason', l.settled_reason,
      'at', ${instant(sql`l.settled_at`)}, 'by', l.settled_by) end) order by l.position), '[]')
  from jsonb_to_recordset(w.lines) as l (position int, ttn text, day date, accepted bigint, commission bigint, transferred bigint,
    operation_id text, order_ref text, state text, judgement text, settled_as text, settled_reason text, settled_at timestamptz(3),
    settled_by text))`

/** Newest withdrawn first. `limit + 1` rows tell whether there is a next page. */
export const listWithdrawn = (
  db: Db,
  { limit }: WithdrawnPayoutQuery,
  after: PageCursor | null,
): Promise<WithdrawnPayout[]> =>
  valuesFrom(db)`
    select ${withdrawnJson} as item from withdrawn_payouts w
    ${after === null ? sql`` : sql`where (w.withdrawn_at, w.id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by w.withdrawn_at desc, w.id desc
    limit ${limit + 1}`

export const findWithdrawn = (db: Db, id: string): Promise<OneWithdrawnPayout | undefined> =>
  valueFrom(db)`
    select ${withdrawnJson} || jsonb_build_object('items', ${itemsJson}) as item
    from withdrawn_payouts w where w.id = ${id}`

export interface Withdrawing {
  at: string
  by: { id: string; login: string } | null
  is_corrected: boolean
  reason: string | null
}

/** Returns its lines as they were. The whole list is kept in `withdrawn_payouts`, which nothing counts. */
export async function removePayout(
  tx: Tx,
  id: string,
  { at, by, is_corrected, reason }: Withdrawing,
): Promise<KeptTransfer[]> {
  const lines = await listTransfers(tx, id)
  await run(tx)`
    insert into withdrawn_payouts (id, payout_id, payee, number, day, account, accepted, commission, transferred, form, file_name,
      file_hash, imported_at, imported_by_login, lines, is_corrected, withdrawn_at, withdrawn_by, withdrawn_by_login, reason)
    select ${newId()}, p.id, payee.name, p.number, p.day, p.account, p.accepted, p.commission, p.transferred, p.form, p.file_name,
      p.file_hash, p.imported_at, p.imported_by_login,
      (select coalesce(jsonb_agg(jsonb_build_object('position', l.position, 'ttn', l.ttn, 'day', l.day, 'accepted', l.accepted,
         'commission', l.commission, 'transferred', l.transferred, 'operation_id', l.operation_id, 'order_ref', l.order_ref,
         'state', l.state, 'judgement', l.judgement, 'settled_as', l.settled_as, 'settled_reason', l.settled_reason, 'settled_at', l.settled_at,
         'settled_by', l.settled_by_login) order by l.position), '[]')
       from payout_lines l where l.payout_id = p.id),
      ${is_corrected}, ${at}, ${by?.id ?? null}, ${by?.login ?? null}, ${reason}
    from payouts p join payees payee on payee.id = p.payee_id where p.id = ${id}`
  await tx.deleteFrom('payouts').where('id', '=', id).execute()
  return lines
}
