import { sql, type Generated } from 'kysely'
import type { Actor, AuditEntry } from '#/server/audit/record-audit.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'

/** A try that was not looked at, as it is written down. */
export interface Refusal {
  actor: Actor
  entry: Extract<AuditEntry, { action: 'auth.login_throttled' | 'auth.reauth_failed' | 'auth.password_change_failed' }>
}

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    login_failures: {
      bucket: string
      failures: number
      window_started_at: string
      last_failed_at: string
      /** In the window that ends at `refused_until`, of which the first is `refusal`. */
      refusals: Generated<number>
      refused_until: string | null
      refusal: Refusal | null
    }
  }
}

/** What was counted before this try. */
export interface Seen {
  failures: number
  since_last: number
  since_start: number
}

export async function lockFailures(tx: Tx, bucket: string, windowSeconds: number): Promise<Seen> {
  await sql`insert into login_failures (bucket, failures, window_started_at, last_failed_at)
            values (${bucket}, 0, clock_timestamp(), clock_timestamp()) on conflict do nothing`.execute(tx)
  await sql`select from login_failures where bucket = ${bucket} for update`.execute(tx)
  const { rows } = await sql<Seen>`
    update login_failures set
      failures = case when expired then 0 else failures end,
      window_started_at = case when expired then clock_timestamp() else window_started_at end
    from (select window_started_at < clock_timestamp() - make_interval(secs => ${windowSeconds}) as expired
          from login_failures where bucket = ${bucket}) as age
    where bucket = ${bucket}
    returning failures, extract(epoch from clock_timestamp() - last_failed_at)::float8 as since_last,
      extract(epoch from clock_timestamp() - window_started_at)::float8 as since_start`.execute(tx)
  return rows[0] ?? { failures: 0, since_last: 0, since_start: 0 }
}

export async function countFailure(tx: Tx, bucket: string): Promise<void> {
  await sql`update login_failures set failures = failures + 1, last_failed_at = clock_timestamp() where bucket = ${bucket}`.execute(
    tx,
  )
}

export async function uncountFailure(db: Db | Tx, bucket: string): Promise<void> {
  await sql`update login_failures set failures = greatest(failures - 1, 0) where bucket = ${bucket}`.execute(db)
}

/** Refusals that are not recorded yet outlive the failures they came from. */
export async function dropFailures(db: Db | Tx, bucket: string): Promise<void> {
  await sql`delete from login_failures where bucket = ${bucket} and refusals <= 1`.execute(db)
  await sql`update login_failures set failures = 0, window_started_at = clock_timestamp() where bucket = ${bucket}`.execute(
    db,
  )
}

/** As it was before a try that counted one more, unless another try has failed since: then only that one more is taken back. */
export async function restoreFailures(db: Db, bucket: string, before: Seen): Promise<void> {
  await sql`
    update login_failures set
      failures = greatest(failures - 1, 0),
      last_failed_at = case when failures = ${before.failures + 1}
        then clock_timestamp() - make_interval(secs => ${before.since_last}) else last_failed_at end
    where bucket = ${bucket}`.execute(db)
}

/** One more in a window that has refused before; false: this is the first. In either case the row is locked until the transaction ends. */
export async function addRefusal(tx: Tx, bucket: string): Promise<boolean> {
  const { rows } = await sql<{ is_counted: boolean }>`
    update login_failures set refusals = refusals + case when refused_until > now() then 1 else 0 end
    where bucket = ${bucket} returning coalesce(refused_until > now(), false) as is_counted`.execute(tx)
  return rows[0]?.is_counted ?? false
}

export async function beginRefusals(tx: Tx, bucket: string, forSeconds: number, refusal: Refusal): Promise<void> {
  await sql`
    update login_failures set refusals = 1, refusal = ${JSON.stringify(refusal)}::jsonb,
      refused_until = clock_timestamp() + make_interval(secs => ${forSeconds})
    where bucket = ${bucket}`.execute(tx)
}

/** Those whose window is over, each taken by one process alone; one bucket, or as many as are taken at once. */
export async function takeRefusals(
  tx: Tx,
  which: { bucket: string } | { most: number },
): Promise<{ refusals: number; refusal: Refusal }[]> {
  const { rows } = await sql<{ refusals: number; refusal: Refusal }>`
    with over as (
      select bucket, refusals, refusal from login_failures
      where refused_until <= clock_timestamp() ${'bucket' in which ? sql`and bucket = ${which.bucket}` : sql``}
      order by refused_until ${'most' in which ? sql`limit ${which.most} for update skip locked` : sql`for update`})
    update login_failures set refusals = 0, refusal = null, refused_until = null
    from over where login_failures.bucket = over.bucket
    returning over.refusals, over.refusal`.execute(tx)
  return rows
}

export async function purgeFailures(db: Db): Promise<void> {
  await sql`
    delete from login_failures
    where last_failed_at < clock_timestamp() - interval '1 day' and refused_until is null`.execute(db)
}
