import { sql, type Kysely } from 'kysely'

/**
 * What became of the money for each parcel that was paid, worked out and kept as the judgements of the transfers are
 * (migration 0033). `awaiting` is not split by time here: whether money is late depends on the day it is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table parcel_payments (
      order_id uuid primary key references orders (id),
      ttn text not null,
      paid_on date not null,
      amount bigint not null check (amount > 0),
      cash_register_id uuid references cash_registers (id),
      payee_id uuid references payees (id),
      receipt_id uuid references receipts (id),
      receipt_amount bigint,
      accepted bigint not null,
      lines integer not null,
      state text not null check (state in ('returned', 'other_payee', 'no_receipt', 'sum_differs', 'settled', 'awaiting')),
      why text check (why in ('none', 'waiting', 'in_doubt', 'cancelled', 'not_needed')),
      check ((why is null) = (state <> 'no_receipt')))`.execute(db)
  await sql`create index parcel_payments_by_day on parcel_payments (paid_on desc, order_id)`.execute(db)
  await sql`create index parcel_payments_awaiting on parcel_payments (paid_on, order_id) where state = 'awaiting'`.execute(
    db,
  )
  await sql`
    create table parcel_decisions (
      order_id uuid primary key references orders (id),
      settled_as text not null,
      reason text not null check (reason <> ''),
      at timestamptz(3) not null,
      by uuid,
      by_login text)`.execute(db)
}
