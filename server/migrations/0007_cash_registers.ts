import { sql, type Kysely } from 'kysely'

/**
 * Cash registers of the fiscal provider. Secrets are sealed envelopes (AES-256-GCM) bound to their row and column. There
 * is at most one default register, held by an index; that there is one at all while any is active, the verbs see to. An empty
 * payment label means the usual one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cash_registers (
      id uuid primary key,
      name text not null check (name <> ''),
      is_default boolean not null default false,
      active boolean not null default true,
      is_test boolean,
      license_key text,
      license_key_hint text,
      pin text,
      payment_label text not null default '',
      tax_codes jsonb not null default '[]',
      health jsonb,
      checked_at timestamptz(3),
      created_at timestamptz(3) not null default clock_timestamp(),
      archived_at timestamptz(3),
      check (not is_default or (active and archived_at is null)),
      check (archived_at is null or (not active and license_key is null and pin is null))
    )`.execute(db)
  await sql`create unique index one_default_register on cash_registers (is_default) where is_default`.execute(db)
  await sql`alter table parcels add constraint parcels_cash_register_id_fkey
            foreign key (cash_register_id) references cash_registers`.execute(db)
}
