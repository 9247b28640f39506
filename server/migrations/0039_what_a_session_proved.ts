import { sql, type Kysely } from 'kysely'

/**
 * How and when a second factor was given belongs to the session it was given in. Of older sessions it is not known:
 * those of people who have a factor end, and their owners log in with it; those of all others have proved none, which
 * is true.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column second_factor text check (second_factor in ('authenticator', 'recovery_code', 'passkey')),
      add column second_factor_at timestamptz,
      add column passkey_id uuid,
      add constraint sessions_second_factor_when check ((second_factor is null) = (second_factor_at is null)),
      add constraint sessions_passkey_of_login check (passkey_id is null or second_factor is not null)`.execute(db)
  await sql`
    update sessions set ended_at = clock_timestamp()
    where ended_at is null and (
      exists (select from authenticators where user_id = sessions.user_id and confirmed_at is not null)
      or exists (select from passkeys where user_id = sessions.user_id))`.execute(db)
  // A process of before that remembers one of them finds another stamp at its next look.
  await sql`update session_stamps set stamp = gen_random_uuid()`.execute(db)
}
