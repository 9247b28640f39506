import { sql, type Kysely } from 'kysely'

/** Since when the fiscal provider does not answer to a register, as its receipts meet it: the daily check would tell a day late. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cash_registers add provider_silence jsonb`.execute(db)
}
