import type { PgBoss } from 'pg-boss'
import { z } from 'zod'

/**
 * Who does not say for so long that it lives is dead: its job is taken from it, and its key is free. The least pg-boss
 * takes. A living worker says it three times as often, so that one or two words may get lost.
 */
export const heartbeatSeconds = 10
export const heartbeatRefreshSeconds = 3

const Names = z.array(z.object({ name: z.string() }))

/**
 * Takes their jobs from workers that died; gives back the names of those jobs. pg-boss does it by itself once a minute,
 * and each time counts the whole table of jobs; this asks an index that holds running jobs only (`job_i7`, hence the group,
 * which every job of ours has), and wakes pg-boss when there is something to do.
 */
export async function freeDeadJobs(boss: PgBoss): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select distinct name from pgboss.job
     where state = 'active' and group_id is not null and heartbeat_on + heartbeat_seconds * interval '1s' < now()`,
  )
  const names = Names.parse(rows).map(({ name }) => name)
  for (const name of names) await boss.supervise(name)
  return names
}
