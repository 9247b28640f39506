import { sql, type Kysely } from 'kysely'

/** People, what they log in with, and where they are logged in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      login text not null unique check (login = lower(login)),
      name text not null,
      role text not null check (role in ('admin', 'cashier', 'auditor')),
      disabled boolean not null default false,
      created_at timestamptz not null
    )`.execute(db)
  await sql`
    create table credentials (
      user_id uuid primary key references users,
      password_hash text not null,
      must_change boolean not null,
      one_time_until timestamptz,
      changed_at timestamptz not null
    )`.execute(db)
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users,
      user_agent text not null,
      address text not null,
      created_at timestamptz not null default clock_timestamp(),
      authenticated_at timestamptz not null default clock_timestamp(),
      last_seen_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null,
      idle_until timestamptz not null,
      generation int not null default 0,
      generation_seen boolean not null default false,
      rotated_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz
    )`.execute(db)
  await sql`create index sessions_live on sessions (user_id, created_at) where ended_at is null`.execute(db)
  await sql`
    create table refresh_tokens (
      token_hash bytea primary key,
      session_id uuid not null references sessions on delete cascade,
      generation int not null,
      used_at timestamptz,
      unique (session_id, generation)
    )`.execute(db)
  await sql`
    create table login_failures (
      bucket text primary key,
      failures int not null,
      window_started_at timestamptz not null,
      last_failed_at timestamptz not null
    )`.execute(db)
}
