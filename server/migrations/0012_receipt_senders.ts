import { sql, type Kysely } from 'kysely'

/**
 * Paces the sends of a register. The transaction that claims a receipt holds its row, so of all processes one creates
 * at a time; all of them see how fast, and whether sending is paused. Times are of the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table receipt_senders (
      cash_register_id uuid primary key references cash_registers on delete cascade,
      last_create_at timestamptz(3),
      paused_until timestamptz(3),
      troubles int not null default 0
    )`.execute(db)
  // Settled receipts are no work, and are many; these few still lack their fiscal code.
  await sql`create index receipts_without_code on receipts (cash_register_id)
            where state = 'fiscalized' and fiscal_code is null`.execute(db)
}
