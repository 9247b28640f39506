import { sql, type Kysely } from 'kysely'

/** A document without a receipt that a person has checked, and why it may stay: the sweep does not show it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table receipt_incidents
    add reason text, add dismissed_by uuid, add dismissed_by_login text,
    add constraint dismissed_is_settled check (reason is null or settled_at is not null)`.execute(db)
  await sql`create index dismissed_documents on receipt_incidents (provider_id) where reason is not null`.execute(db)
}
