import { sql, type Kysely } from 'kysely'

/** What of a session decides what it may do; a change of any of it gives its user a new stamp (migration 0029). */
const watched = ['user_id', 'generation', 'authenticated_at', 'expires_at', 'idle_until', 'ended_at']
const proof = ['second_factor', 'second_factor_at']

/**
 * How and when a second factor was given belongs to the session it was given in. Of the sessions of before nobody knows: those of people who
 * have a factor end, and their owners log in with it; those of all others have proved none, which is true.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column second_factor text check (second_factor in ('authenticator', 'recovery_code', 'passkey')),
      add column second_factor_at timestamptz,
      add column passkey_id uuid,
      add constraint sessions_second_factor_when check ((second_factor is null) = (second_factor_at is null)),
      add constraint sessions_passkey_of_login check (passkey_id is null or second_factor is not null)`.execute(db)
  await stampOn(db, [...watched, ...proof])
  await sql`
    update sessions set ended_at = clock_timestamp()
    where ended_at is null and (
      exists (select from authenticators where user_id = sessions.user_id and confirmed_at is not null)
      or exists (select from passkeys where user_id = sessions.user_id))`.execute(db)
  // The stamps are written now, so that a later migration of the same run may alter the table.
  await sql`set constraints all immediate`.execute(db)
  await sql`set constraints all deferred`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await stampOn(db, watched)
  await sql`
    alter table sessions drop column second_factor, drop column second_factor_at, drop column passkey_id`.execute(db)
}

async function stampOn(db: Kysely<unknown>, columns: readonly string[]): Promise<void> {
  const row = (of: 'old' | 'new') => sql.join(columns.map((column) => sql.ref(`${of}.${column}`)))
  await sql`drop trigger renew_stamp_of_change on sessions`.execute(db)
  await sql`
    create constraint trigger renew_stamp_of_change after update on sessions
    deferrable initially deferred for each row
    when ((${row('old')}) is distinct from (${row('new')}) or (old.generation_seen and not new.generation_seen))
    execute function renew_stamp()`.execute(db)
}
