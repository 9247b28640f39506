import { sql, type Generated } from 'kysely'
import type { Tx } from '#/server/platform/database/db.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    idempotency_keys: {
      user_id: string
      key: string
      request_hash: string
      answer: unknown
      status: number | null
      created_at: Generated<string>
    }
  }
}

/** Keys belong to a person: two people may choose the same. */
export interface KeyOwner {
  user_id: string
  key: string
}

export interface KeptRequest {
  request_hash: string
  /** The answer as text, so that it is repeated to the letter; for a batch under way, its id. */
  answer: string
  status: number | null
  age_seconds: number
}

/** Lasts until the transaction or its process ends. false: another request with this key is running. */
export async function tryHoldKey(tx: Tx, { user_id, key }: KeyOwner): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${user_id} ${key}`}, 0)) as held`.execute(tx)
  return rows[0]?.held ?? false
}

export async function findKept(tx: Tx, { user_id, key }: KeyOwner): Promise<KeptRequest | undefined> {
  const { rows } = await sql<KeptRequest>`
    select request_hash, answer, status, extract(epoch from clock_timestamp() - created_at)::float8 as age_seconds
    from idempotency_keys where user_id = ${user_id} and key = ${key}`.execute(tx)
  return rows[0]
}

/** Inserts, or replaces a request that was begun and not answered. */
export async function keepRequest(
  tx: Tx,
  { user_id, key }: KeyOwner,
  { request_hash, answer, status }: Omit<KeptRequest, 'age_seconds'>,
): Promise<void> {
  await sql`
    insert into idempotency_keys (user_id, key, request_hash, answer, status)
    values (${user_id}, ${key}, ${request_hash}, ${JSON.stringify(answer)}::jsonb, ${status})
    on conflict (user_id, key) do update
    set answer = excluded.answer, status = excluded.status, created_at = clock_timestamp()`.execute(tx)
}
