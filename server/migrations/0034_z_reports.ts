import { sql, type Kysely } from 'kysely'

/**
 * The provider's own count: the Z-report of every shift, and of every fiscal receipt the shift and the word under which that report counts
 * it. Receipts that were read before have neither, and a shift with such receipts is not judged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table receipts add shift_id text, add payment_label text`.execute(db)
  await sql`create index receipts_of_shift on receipts (shift_id) where shift_id is not null`.execute(db)
  await sql`
    create index receipts_of_no_shift on receipts (cash_register_id, fiscalized_at)
    where state = 'fiscalized' and not is_test and shift_id is null`.execute(db)
  await sql`
    create table z_reports (
      id text primary key,
      cash_register_id uuid not null references cash_registers (id) on delete cascade,
      serial integer not null,
      shift_id text not null,
      fiscal_code text,
      closed_at timestamptz(3) not null,
      sell_count integer not null check (sell_count >= 0),
      return_count integer not null check (return_count >= 0),
      payments jsonb not null check (jsonb_typeof(payments) = 'array'),
      fetched_at timestamptz(3) not null)`.execute(db)
  await sql`create index z_reports_newest on z_reports (closed_at desc, id desc)`.execute(db)
  await sql`create index z_reports_of_register on z_reports (cash_register_id, closed_at)`.execute(db)
}
