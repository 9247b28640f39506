import { sql, type Kysely } from 'kysely'

/**
 * What a person proves beside the password. `secret` is sealed; recovery codes are kept as hashes; of a passkey only
 * the public half is here. A challenge lives for minutes and is used once: one with a user adds a passkey to that
 * account, one without logs in. `network` is where the request came from, so that one place cannot fill the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table authenticators (
      user_id uuid primary key references users,
      secret text not null,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0
    )`.execute(db)
  await sql`
    create table recovery_codes (
      user_id uuid not null references users,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db)
  await sql`
    create table passkeys (
      id uuid primary key,
      user_id uuid not null references users,
      credential_id text not null unique,
      public_key bytea not null,
      sign_count bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index passkeys_by_user on passkeys (user_id, created_at)`.execute(db)
  await sql`
    create table passkey_challenges (
      id uuid primary key,
      user_id uuid references users,
      network text not null,
      challenge text not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index passkey_challenges_by_network on passkey_challenges (network, expires_at)`.execute(db)
}
