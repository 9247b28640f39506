import { sql, type Kysely } from 'kysely'

/** What the carrier says of an order's TTN, one row per order that has one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table parcels (
      order_id uuid primary key references orders on delete cascade,
      ttn text not null,
      active boolean not null,
      cash_register_id uuid,
      status_code int,
      status_text text,
      own boolean,
      cod_amount bigint,
      cod_kind text check (cod_kind in ('payment_control', 'money_transfer')),
      paid boolean not null default false,
      checked_at timestamptz(3),
      received_at timestamptz(3),
      awaited bigint generated always as (
        case when status_code is null or status_code in (2, 3, 9, 10, 11, 106, 102, 103, 105, 108)
               or paid or cod_amount = 0 then null
             else cod_amount end) stored
    )`.execute(db)
  await sql`create index parcels_by_register on parcels (cash_register_id) where active`.execute(db)
}
