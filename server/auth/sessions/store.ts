import { sql, type Generated, type RawBuilder } from 'kysely'
import type { Session, User } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { announceInPassing } from '#/server/platform/events.ts'
import type { SecondProof } from './second-proof.ts'

interface Credentials {
  user_id: string
  password_hash: string
  must_change: boolean
  one_time_until: string | null
  changed_at: string
}

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    credentials: Credentials
    sessions: {
      id: string
      user_id: string
      user_agent: string
      address: string
      created_at: Generated<string>
      authenticated_at: Generated<string>
      last_seen_at: Generated<string>
      expires_at: string
      idle_until: string
      generation: Generated<number>
      generation_seen: Generated<boolean>
      rotated_at: Generated<string>
      ended_at: string | null
      /** How a second factor was last given in this session, and when; null: never. */
      second_factor: SecondProof['second_factor'] | null
      second_factor_at: string | null
      /** The passkey it was opened with, if it was. */
      passkey_id: string | null
    }
    refresh_tokens: { token_hash: Buffer; session_id: string; generation: number; used_at: string | null }
  }
}

/** A shift and a bit; a week at most, however busy. */
const idleHours = 12
const absoluteDays = 7
const in_idle_time = sql<string>`clock_timestamp() + make_interval(hours => ${idleHours})`

/** Whether a login of this user needs anything beside the password. */
export const hasFactorOf = (owner: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from authenticators where user_id = ${owner} and confirmed_at is not null)
  or exists (select from passkeys where user_id = ${owner}))`

/** Of a row of `users`: has something to prove beside the password. */
export const hasSecondFactor = hasFactorOf(sql`users.id`)

/** Of a row of `sessions`: it has proved a factor, or its owner has none. Any other is over, whatever let it arise. */
export const hasProvedEnough = sql<boolean>`(sessions.second_factor is not null or not ${hasFactorOf(sql`sessions.user_id`)})`

/** Of `users` and its row of `credentials`. */
export const userColumns = sql`users.id, users.login, users.name, users.role, users.disabled,
  credentials.must_change as must_change_password, ${hasSecondFactor} as second_factor, users.created_at`

export async function markGenerationSeen(db: Db, sessionId: string, generation: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ generation_seen: true })
    .where('id', '=', sessionId)
    .where('generation', '=', generation)
    .execute()
}

export interface LoginCandidate {
  user: User & { role: Role }
  password_hash: string
  password_changed_at: string
  /** Changes with the password and with the first factor; browsers that logged in before are then strangers again. */
  devices_of: string
  one_time_expired: boolean
}

/**
 * The moment of the password and that of the first factor: a thief of the password could make any number of browsers known before
 * there was a factor, and each would have tries of its own at a code.
 */
const devices_of = sql`concat_ws(' ', extract(epoch from credentials.changed_at), extract(epoch from least(
    (select confirmed_at from authenticators where user_id = users.id),
    (select min(created_at) from passkeys where user_id = users.id))))`

const candidates = sql`
  select ${userColumns}, credentials.password_hash, credentials.changed_at as password_changed_at,
    ${devices_of} as devices_of,
    coalesce(one_time_until < clock_timestamp(), false) as one_time_expired
  from users join credentials on credentials.user_id = users.id`

export async function findLoginCandidate(
  db: Db | Tx,
  by: { login: string } | { id: string },
): Promise<LoginCandidate | undefined> {
  const { rows } = await sql<CandidateRow>`
    ${candidates} where ${'login' in by ? sql`users.login = ${by.login}` : sql`users.id = ${by.id}`}`.execute(db)
  return rows[0] && toCandidate(rows[0])
}

/**
 * Reads the account and locks it until the transaction ends; waits for a reset, a new password, another role or a disabling
 * that is under way. Users are locked before credentials, and both before sessions.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<LoginCandidate | undefined> {
  const { rows } = await sql<CandidateRow>`
    ${candidates} where users.id = ${userId} for share of users for update of credentials`.execute(tx)
  return rows[0] && toCandidate(rows[0])
}

type CandidateRow = LoginCandidate['user'] & Omit<LoginCandidate, 'user'>

function toCandidate({ password_hash, password_changed_at, devices_of, ...row }: CandidateRow): LoginCandidate {
  const { one_time_expired, ...user } = row
  return { user, password_hash, password_changed_at, devices_of, one_time_expired }
}

export async function putCredentials(tx: Tx, user_id: string, values: Omit<Credentials, 'user_id'>): Promise<void> {
  await tx
    .insertInto('credentials')
    .values({ user_id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export async function updatePasswordHash(tx: Tx, userId: string, password_hash: string): Promise<void> {
  await tx.updateTable('credentials').set({ password_hash }).where('user_id', '=', userId).execute()
}

export async function insertSession(
  tx: Tx,
  session: { id: string; user_id: string; user_agent: string; address: string },
  proved: SecondProof | undefined,
  tokenHash: Buffer,
): Promise<void> {
  const proof = {
    second_factor: proved?.second_factor ?? null,
    second_factor_at: proved ? sql<string>`clock_timestamp()` : null,
    passkey_id: proved?.passkey_id ?? null,
  }
  const expires_at = sql<string>`clock_timestamp() + make_interval(days => ${absoluteDays})`
  await tx
    .insertInto('sessions')
    .values({ ...session, ...proof, expires_at, idle_until: in_idle_time, ended_at: null })
    .execute()
  await insertRefreshToken(tx, session.id, 0, tokenHash)
}

export async function insertRefreshToken(
  tx: Tx,
  session_id: string,
  generation: number,
  token_hash: Buffer,
): Promise<void> {
  await tx.insertInto('refresh_tokens').values({ session_id, generation, token_hash, used_at: null }).execute()
}

export const findRefreshToken = (db: Db | Tx, tokenHash: Buffer) =>
  db
    .selectFrom('refresh_tokens')
    .select(['session_id', 'generation'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Locks the session, so that of a hundred parallel refreshes one rotates and the others see that it did. */
export async function lockSession(tx: Tx, sessionId: string) {
  const { rows } = await sql<{
    id: string
    user_id: string
    user_agent: string
    generation: number
    generation_seen: boolean
    seconds_since_rotation: number
    live: boolean
  }>`
    select id, user_id, user_agent, generation, generation_seen,
      extract(epoch from clock_timestamp() - rotated_at)::float8 as seconds_since_rotation,
      ended_at is null and clock_timestamp() < least(expires_at, idle_until) and ${hasProvedEnough} as live
    from sessions where id = ${sessionId} for update`.execute(tx)
  return rows[0]
}

export async function rotateSession(
  tx: Tx,
  sessionId: string,
  from: number,
  successorHash: Buffer,
  address: string,
): Promise<void> {
  await sql`
    update sessions set generation = ${from + 1}, generation_seen = false, rotated_at = clock_timestamp(),
      last_seen_at = clock_timestamp(), idle_until = ${in_idle_time}, address = ${address}
    where id = ${sessionId}`.execute(tx)
  await sql`update refresh_tokens set used_at = clock_timestamp() where session_id = ${sessionId} and generation = ${from}`.execute(
    tx,
  )
  await insertRefreshToken(tx, sessionId, from + 1, successorHash)
}

export async function markAuthenticated(tx: Tx, sessionId: string): Promise<void> {
  await sql`update sessions set authenticated_at = clock_timestamp() where id = ${sessionId}`.execute(tx)
}

/** Announced to every process when a session has ended: what is open in its name ends with it. Dashboards do not get it. */
export const sessionEndedType = 'session_ended'

/** Ends the live sessions of a user that match; returns their ids. */
export async function endSessions(
  tx: Tx,
  userId: string,
  which: { only?: string; except?: string; opened_with?: string; beyond_newest?: number } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update sessions set ended_at = clock_timestamp()
    where user_id = ${userId} and ended_at is null
      ${which.only === undefined ? sql`` : sql`and id = ${which.only}`}
      ${which.except === undefined ? sql`` : sql`and id <> ${which.except}`}
      ${which.opened_with === undefined ? sql`` : sql`and passkey_id = ${which.opened_with}`}
      ${
        which.beyond_newest === undefined
          ? sql``
          : sql`and id in (select id from sessions where user_id = ${userId} and ended_at is null order by created_at desc, id desc offset ${which.beyond_newest})`
      }
    returning id`.execute(tx)
  for (const { id } of rows) await announceInPassing(tx, sessionEndedType, id, userId)
  return rows.map(({ id }) => id)
}

export async function listLiveSessions(db: Db, userId: string, currentId: string): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select id, id = ${currentId} as current, user_agent, address, created_at, last_seen_at, least(expires_at, idle_until) as expires_at
    from sessions
    where user_id = ${userId} and ended_at is null and clock_timestamp() < least(expires_at, idle_until)
      and ${hasProvedEnough}
    order by id = ${currentId} desc, last_seen_at desc`.execute(db)
  return rows
}

/** What cannot be used any more. Ended sessions stay for a month, so that the list of an incident can be made. */
export async function purgeSessions(db: Db): Promise<void> {
  await sql`delete from sessions where least(expires_at, coalesce(ended_at, expires_at)) < clock_timestamp() - interval '30 days'`.execute(
    db,
  )
  await sql`delete from refresh_tokens using sessions
            where sessions.id = session_id and (ended_at is not null or expires_at < clock_timestamp())`.execute(db)
}
