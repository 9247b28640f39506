import { sql } from 'kysely'
import type { Db } from '#/server/platform/database/database.ts'

/** As it was before a try that counted one more, unless another try has failed since: then only that one more is taken back. */
export async function restoreFailures(
  db: Db,
  bucket: string,
  before: { failures: number; since_last: number },
): Promise<void> {
  await sql`
    update login_failures set
      failures = greatest(failures - 1, 0),
      last_failed_at = case when failures = ${before.failures + 1}
        then clock_timestamp() - make_interval(secs => ${before.since_last}) else last_failed_at end
    where bucket = ${bucket}`.execute(db)
}
