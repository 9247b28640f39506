import type { PgBoss } from 'pg-boss'
import { z } from 'zod'

/**
 * Who does not say for so long that it lives is dead: its job is taken from it, and its key is free. The least pg-boss
 * takes. A living worker says it three times as often, so that one or two words may get lost.
 */
export const heartbeatSeconds = 10
export const heartbeatRefreshSeconds = 3

const Dead = z.array(z.object({ name: z.string(), id: z.uuid(), retryCount: z.int() }))

/**
 * Takes their jobs from workers that died, as if they had failed; gives back the names of those jobs. pg-boss does it by
 * itself once a minute, and each time counts the whole table of jobs; this reads an index that holds running jobs only
 * (`job_i7`, hence the group, which every job of ours has). A job that somebody else has taken and begun anew meanwhile is
 * another attempt, and is left alone.
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
