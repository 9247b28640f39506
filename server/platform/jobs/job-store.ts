import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Tx } from '../database/db.ts'

/**
 * The job of this key that waits already must not start before the transaction ends that asked for it again: it would
 * not see the change it is for. False: it has started meanwhile.
 */
export async function holdWaiting(tx: Tx, name: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${name} and singleton_key = ${key} and state = 'created' for share`.execute(tx)
  return rows.length > 0
}

const QueueCount = z.object({ name: z.string(), ready: z.int(), active: z.int() })
type QueueCount = z.infer<typeof QueueCount>

/** Counted now: the figures pg-boss keeps with its queues are up to a minute old. */
export async function countJobs(boss: PgBoss, names: readonly string[]): Promise<Map<string, QueueCount>> {
  const { rows } = await boss.getDb().executeSql(
    `select name, (count(*) filter (where state < 'active' and start_after <= now()))::int as ready,
       (count(*) filter (where state = 'active'))::int as active
     from pgboss.job where name = any($1) and state <= 'active' group by name`,
    [names],
  )
  const counts = z.array(QueueCount).parse(rows)
  return new Map(counts.map((count) => [count.name, count]))
}

/** The next failure of this job is its last. */
export async function takeTries(boss: PgBoss, id: string): Promise<void> {
  await boss.getDb().executeSql('update pgboss.job set retry_limit = retry_count where id = $1', [id])
}
