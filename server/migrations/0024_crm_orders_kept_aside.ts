import { sql, type Kysely } from 'kysely'

/**
 * Orders of the CRM that cannot be read, so that no later run forgets them, and when all of them were last requested
 * again; and whether the CRM has cancelled an order, worked out when it arrives so that the list need not look.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table crm_unreadable (
      key text primary key,
      crm_id text,
      number text,
      updated_at timestamptz,
      field text not null,
      detail text not null,
      noticed_at timestamptz not null
    )`.execute(db)
  await sql`alter table crm_sync add column retried_at timestamptz`.execute(db)
  await sql`alter table orders add column crm_cancelled boolean not null default false`.execute(db)
}
