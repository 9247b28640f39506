import { sql, type Kysely } from 'kysely'

/**
 * A parcel that was received without a receipt, and whose order has got another TTN since: the sale is not forgotten with
 * its TTN. `settled_at`: a person said why it needs no receipt.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table left_sales (
      order_id uuid not null references orders,
      ttn text not null,
      amount bigint not null,
      taken_at timestamptz(3),
      left_at timestamptz(3) not null default clock_timestamp(),
      settled_at timestamptz(3),
      reason text,
      primary key (order_id, ttn)
    )`.execute(db)
  await sql`create index left_sales_open on left_sales (order_id) where settled_at is null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table left_sales`.execute(db)
}
