import type { PgBoss } from 'pg-boss'
import { z } from 'zod'

/**
 * A worker without a heartbeat for this long is dead; its jobs are released, and their keys are free. The least pg-boss
 * takes. A living worker beats three times as often, so one or two beats may get lost.
 */
export const heartbeatSeconds = 10
export const heartbeatRefreshSeconds = 3

const Dead = z.array(z.object({ name: z.string(), id: z.uuid(), retryCount: z.int() }))

/**
 * Releases the jobs of dead workers, as if they had failed, and returns their names. pg-boss does it by itself once a
 * minute, and each time counts the whole table of jobs; this reads an index of running jobs only (`job_i7`, hence the
 * group, which every job of ours has). A job that another worker has begun again meanwhile is another attempt and stays.
 */
export async function freeDeadJobs(boss: PgBoss): Promise<Set<string>> {
  const { rows } = await boss.getDb().executeSql(
    `select name, id, retry_count as "retryCount" from pgboss.job
     where state = 'active' and group_id is not null and heartbeat_on + heartbeat_seconds * interval '1s' < now()`,
  )
  const byName = Map.groupBy(Dead.parse(rows), ({ name }) => name)
  for (const [name, attempts] of byName) await boss.fail(name, attempts, { message: 'the worker died' })
  return new Set(byName.keys())
}
