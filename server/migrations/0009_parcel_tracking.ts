import { sql, type Kysely } from 'kysely'

/**
 * When each parcel is to be asked about next, what is needed to decide that, and what happened to it step by step.
 * `due_at`: `-infinity` is at once, null is never again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table parcels
      add due_at timestamptz(3) default '-infinity',
      add status_since timestamptz(3),
      add missing_since timestamptz(3),
      add times_missing int not null default 0,
      add foreign_rounds int not null default 0,
      add successor_ttn text,
      add successor_kind text check (successor_kind in ('return', 'redirect')),
      add problem jsonb,
      add check ((successor_ttn is null) = (successor_kind is null))`.execute(db)
  await sql`update parcels set due_at = null where status_code in (2, 9, 11, 106)`.execute(db)
  await sql`create index parcels_due on parcels (due_at) where active and due_at is not null`.execute(db)
  await sql`
    create table parcel_steps (
      id bigint primary key generated always as identity,
      order_id uuid not null references orders,
      ttn text not null,
      at timestamptz(3) not null,
      status_code int,
      status_text text,
      details jsonb not null
    )`.execute(db)
  await sql`create index parcel_steps_of_order on parcel_steps (order_id, at)`.execute(db)
  await sql`alter table cash_registers add carrier_problem jsonb, add carrier_paused_until timestamptz(3)`.execute(db)
}
