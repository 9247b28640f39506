import type { Db } from '#/server/platform/database/db.ts'
import { purgeChallenges } from './passkeys/store.ts'
import { purgeSessions } from './sessions/store.ts'
import { purgeFailures } from './throttling/failures-store.ts'

/** Sessions, counted failures and challenges that cannot be used any more. */
export async function purgeExpired(db: Db): Promise<void> {
  await purgeSessions(db)
  await purgeFailures(db)
  await purgeChallenges(db)
}
