import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'
import { retried } from '#/server/platform/database/retried.ts'
import { rowFrom, rowsFrom } from '#/server/platform/database/rows.ts'
import { isNews, isUnchanged, stepBetween } from './rules.ts'
import type { Judged, TrackedParcel } from './tracked-parcel.ts'

const columns = sql`order_id, ttn, followed_ttn, passed_ttns, asked_ttn, cash_register_id, status_code, status_text, status_since, own,
  cod_amount, cod_kind, cod_changed_at, paid, paid_at, received_at, waybill_made_at, successor_ttn, successor_kind, checked_at, missing_since, times_missing,
  foreign_rounds, problem`

/**
 * The parcels to be asked about: those without a known key, and those of these registers. No parcel was asked about in the future: a
 * clock that was ahead wrote that, and its `due_at` counts for nothing.
 */
export const listDue = (db: Db | Tx, before: Date, registerIds: readonly string[]): Promise<TrackedParcel[]> =>
  rowsFrom(db)`
    select ${columns} from parcels
    where active and due_at is not null and (due_at <= ${before.toISOString()} or checked_at > ${before.toISOString()})
      and (cash_register_id is null or cash_register_id = any(${registerIds}::uuid[]))
    order by due_at, order_id`

export const findTracked = (db: Db | Tx, orderId: string): Promise<TrackedParcel | undefined> =>
  rowFrom(db)`select ${columns} from parcels where order_id = ${orderId} and active`

/** What was read before the question, and what the answer made of it. */
export interface Change {
  known: TrackedParcel
  after: Judged
}

/**
 * A row is written only if it is still the one that was asked about: the same TTN, and no later answer meanwhile. No
 * other code writes what is compared with `known`, so that holds as well. `paid` stays as it is: `awaited` is generated
 * from it, and while an update needs no generated column PostgreSQL (18) reads their definitions anew for every row,
 * which cost as much as the update (`ExecInitGenerated` in `nodeModifyTable.c` forgets that there was nothing to do).
 */
const unchanged = `
  unchanged as (
    update parcels p set checked_at = $1, due_at = same.due_at, paid = p.paid
    from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[]) as same (order_id, ttn, known_checked_at, due_at)
    where p.order_id = same.order_id and p.ttn = same.ttn and p.checked_at is not distinct from same.known_checked_at)`

/**
 * The commit does not wait for the disk: if the server died within the second, the parcels would be as due as before,
 * and asked about again. Every later decision about them is flushed, and they are on the disk before it.
 */
const withoutWaiting = `set_config('synchronous_commit', 'off', true)`

const nothingNew = prepare(`with ${unchanged} select ${withoutWaiting}`)

/**
 * All code locks the order before its parcel: editing and the sync change an order first, and the triggers of migration
 * 0005 its parcel after it. Several orders are locked in the order of their ids. The update waits for the locks because
 * it asks how many there are.
 */
const somethingNew = prepare<{ number: number }>(`
  with ${unchanged},
  said as (
    select * from jsonb_to_recordset($6::jsonb) as said (order_id uuid, ttn text, followed_ttn text, passed_ttns text[], asked_ttn text, cash_register_id uuid,
      status_code int, status_text text, status_since timestamptz, own boolean, cod_amount bigint, cod_kind text, cod_changed_at timestamptz, paid boolean, paid_at timestamptz,
      received_at timestamptz, waybill_made_at timestamptz, successor_ttn text, successor_kind text, checked_at timestamptz, missing_since timestamptz,
      times_missing int, foreign_rounds int, due_at timestamptz, problem jsonb, known_checked_at timestamptz, step jsonb, is_news boolean)),
  locked as materialized (
    select id from orders where id in (select order_id from said) order by id for no key update),
  written as (
    update parcels p set cash_register_id = said.cash_register_id, status_code = said.status_code, status_text = said.status_text,
      status_since = said.status_since, own = said.own, cod_amount = said.cod_amount, cod_kind = said.cod_kind, paid = said.paid,
      followed_ttn = said.followed_ttn, passed_ttns = said.passed_ttns, asked_ttn = said.asked_ttn,
      cod_changed_at = said.cod_changed_at, paid_at = said.paid_at,
      received_at = said.received_at, waybill_made_at = said.waybill_made_at, successor_ttn = said.successor_ttn, successor_kind = said.successor_kind,
      checked_at = said.checked_at, missing_since = said.missing_since, times_missing = said.times_missing,
      foreign_rounds = said.foreign_rounds, due_at = said.due_at, problem = said.problem
    from said
    where p.order_id = said.order_id and p.ttn = said.ttn and p.checked_at is not distinct from said.known_checked_at
      and (select count(*) from locked) >= 0
    returning p.order_id, p.ttn, p.checked_at, p.status_code, p.status_text, said.step, said.is_news),
  stepped as (
    insert into parcel_steps (order_id, ttn, at, status_code, status_text, details)
    select order_id, ttn, checked_at, status_code, status_text, jsonb_strip_nulls(step) from written where step is not null)
  select (select count(*)::int from written where is_news) as number, ${withoutWaiting}`)

/**
 * One statement for a whole answer, and nothing but two times for what did not change. Steps that matter to people go
 * into the history, and the changes are announced. Returns how many orders changed.
 */
export async function applyChanges(db: Db, at: Date, changes: readonly Change[]): Promise<number> {
  if (changes.length === 0) return 0
  const same = changes.filter(({ known, after }) => isUnchanged(known, after))
  const values = [
    at.toISOString(),
    same.map(({ known }) => known.order_id),
    same.map(({ known }) => known.ttn),
    same.map(({ known }) => known.checked_at),
    same.map(({ after }) => after.due_at),
  ]
  if (same.length === changes.length) {
    await retried(() => runPrepared(db, nothingNew, values))
    return 0
  }
  const others = changes.filter(({ known, after }) => !isUnchanged(known, after))
  const said = JSON.stringify(others.map(toRow))
  const [row] = await retried(() => runPrepared(db, somethingNew, [...values, said]))
  return row?.number ?? 0
}

const toRow = ({ known, after }: Change) => ({
  ...after,
  known_checked_at: known.checked_at,
  step: stepBetween(known, after),
  is_news: isNews(known, after),
})
