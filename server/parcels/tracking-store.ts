import { sql } from 'kysely'
import type { ParcelProblem } from '#/contract/orders.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import type { Judged, TrackedParcel } from './rules.ts'

const columns = [
  'order_id',
  'ttn',
  'cash_register_id',
  'status_code',
  'status_text',
  'status_since',
  'own',
  'cod_amount',
  'cod_kind',
  'paid',
  'received_at',
  'successor_ttn',
  'successor_kind',
  'checked_at',
  'missing_since',
  'times_missing',
  'foreign_rounds',
] as const

/** The parcels to be asked about: those nobody's key is known for, and those of these registers. */
export const listDue = (db: Db, before: Date, registerIds: readonly string[]): Promise<TrackedParcel[]> =>
  db
    .selectFrom('parcels')
    .select(columns)
    .where('active', '=', true)
    .where('due_at', '<=', before.toISOString())
    .where((of) => of.or([of('cash_register_id', 'is', null), of('cash_register_id', 'in', [...registerIds, nobody])]))
    .orderBy('due_at')
    .orderBy('order_id')
    .execute()

/** An empty list is no list in SQL. */
const nobody = '00000000-0000-0000-0000-000000000000'

export const findTracked = (db: Db | Tx, orderId: string): Promise<TrackedParcel | undefined> =>
  db.selectFrom('parcels').select(columns).where('order_id', '=', orderId).where('active', '=', true).executeTakeFirst()

/** What was read before the question, and what the answer made of it. */
export interface Change {
  known: TrackedParcel
  after: Judged
  problem: ParcelProblem | null
}

/**
 * One statement for a whole answer. A row is written only if it is still the one that was asked about: the same TTN, and
 * no later answer meanwhile. Steps a person would want to hear of go into the history. Returns whose orders changed.
 */
export async function applyChanges(tx: Tx, changes: readonly Change[]): Promise<string[]> {
  if (changes.length === 0) return []
  const rows = changes.map(({ known, after, problem }) => ({ ...after, problem, known_checked_at: known.checked_at }))
  const { rows: changed } = await sql<{ order_id: string }>`
    with said as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said (order_id uuid, ttn text, cash_register_id uuid,
        status_code int, status_text text, status_since timestamptz, own boolean, cod_amount bigint, cod_kind text, paid boolean,
        received_at timestamptz, successor_ttn text, successor_kind text, checked_at timestamptz, missing_since timestamptz,
        times_missing int, foreign_rounds int, due_at timestamptz, problem jsonb, known_checked_at timestamptz)),
    before as (select p.* from parcels p join said using (order_id)),
    written as (
      update parcels p set cash_register_id = said.cash_register_id, status_code = said.status_code, status_text = said.status_text,
        status_since = said.status_since, own = said.own, cod_amount = said.cod_amount, cod_kind = said.cod_kind, paid = said.paid,
        received_at = said.received_at, successor_ttn = said.successor_ttn, successor_kind = said.successor_kind,
        checked_at = said.checked_at, missing_since = said.missing_since, times_missing = said.times_missing,
        foreign_rounds = said.foreign_rounds, due_at = said.due_at, problem = said.problem
      from said
      where p.order_id = said.order_id and p.ttn = said.ttn and p.checked_at is not distinct from said.known_checked_at
      returning p.*),
    changed as (
      select written.*, before.status_code is distinct from written.status_code as moved,
        before.cash_register_id is distinct from written.cash_register_id as bound, before.paid <> written.paid as was_paid,
        before.successor_ttn is distinct from written.successor_ttn as goes_on,
        (before.own, before.cod_amount, before.cod_kind, before.problem, before.received_at, before.status_text)
          is distinct from (written.own, written.cod_amount, written.cod_kind, written.problem, written.received_at, written.status_text)
          as told_more
      from written join before using (order_id)),
    stepped as (
      insert into parcel_steps (order_id, ttn, at, status_code, status_text, details)
      select order_id, ttn, checked_at, status_code, status_text, jsonb_strip_nulls(jsonb_build_object(
        'moved', nullif(moved, false), 'paid', nullif(was_paid, false),
        'cash_register_id', case when bound then cash_register_id end,
        'successor_ttn', case when goes_on then successor_ttn end, 'successor_kind', case when goes_on then successor_kind end))
      from changed where moved or bound or was_paid or goes_on)
    select order_id from changed where moved or bound or was_paid or goes_on or told_more`.execute(tx)
  return changed.map(({ order_id }) => order_id)
}
