import { sql, type Kysely } from 'kysely'

/** Indexes for alarms that cost what they show: receipts at work, and those that the tax service has not got. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index receipts_at_work on receipts (order_id)
    where retired_at is null and (state in ('queued', 'sending', 'unknown', 'cancelling', 'cancel_unknown')
      or (state = 'created' and (kind = 'prepayment' or cancel_wanted)))`.execute(db)
  await sql`
    create index receipts_undelivered_to_tax on receipts (cash_register_id, asked_at)
    where is_created_offline and is_sent_dps is not true`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index receipts_undelivered_to_tax`.execute(db)
  await sql`drop index receipts_at_work`.execute(db)
}
