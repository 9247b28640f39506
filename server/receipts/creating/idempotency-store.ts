import type { Generated } from 'kysely'
import type { Tx } from '#/server/platform/database/db.ts'
import { rowFrom, run, valueFrom } from '#/server/platform/database/rows.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    idempotency_keys: KeyOwner & {
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
export const tryHoldKey = async (tx: Tx, { user_id, key }: KeyOwner): Promise<boolean> =>
  (await valueFrom(tx)<boolean>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${user_id} ${key}`}, 0)) as held`) ?? false

export const findKept = (tx: Tx, { user_id, key }: KeyOwner): Promise<KeptRequest | undefined> =>
  rowFrom(tx)`
    select request_hash, answer, status, extract(epoch from clock_timestamp() - created_at)::float8 as age_seconds
    from idempotency_keys where user_id = ${user_id} and key = ${key}`

/** Inserts, or replaces a request that was begun and not answered. */
export const keepRequest = (
  tx: Tx,
  { user_id, key }: KeyOwner,
  { request_hash, answer, status }: Omit<KeptRequest, 'age_seconds'>,
): Promise<void> =>
  run(tx)`
    insert into idempotency_keys (user_id, key, request_hash, answer, status)
    values (${user_id}, ${key}, ${request_hash}, ${JSON.stringify(answer)}::jsonb, ${status})
    on conflict (user_id, key) do update
    set answer = excluded.answer, status = excluded.status, created_at = clock_timestamp()`
