import { findRegisterCredentials } from '#/server/cash-registers/secrets/find-register-credentials.ts'
import { listEveryRegister } from '#/server/cash-registers/register/store.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { askSince } from './rules.ts'
import { findNewestClosing, keepZReports } from './store.ts'

type FetchingApp = Pick<App, 'db' | 'clock' | 'log' | 'encryption_keys' | 'fiscal'>

/** Fetches the Z-reports of every real cash register in use. One that does not answer is asked again by the next run. Returns how many are new. */
export async function fetchZReports(app: FetchingApp, signal?: AbortSignal): Promise<number> {
  let kept = 0
  for (const { id, active, is_test } of await listEveryRegister(app.db)) {
    if (signal?.aborted) return kept
    if (active && is_test === false) kept += await fetchOfRegister(app, id, signal)
  }
  return kept
}

async function fetchOfRegister(app: FetchingApp, registerId: string, signal?: AbortSignal): Promise<number> {
  const found = await findRegisterCredentials(app, registerId)
  if (!found.ok) return 0
  const now = app.clock.now()
  const window = { from: askSince(now, await findNewestClosing(app.db, registerId)), to: now }
  const outcome = await app.fiscal.listZReports(found.credentials, window, signal)
  if (!outcome.ok) {
    app.log.warn(
      { cash_register_id: registerId, failure: outcome.failure },
      'the Z-reports of a cash register could not be read',
    )
    return 0
  }
  if (outcome.reports.length === 0) return 0
  return inTransaction(app.db, async (tx) => {
    const kept = await keepZReports(tx, registerId, outcome.reports, now)
    if (kept > 0) await announce(tx, 'money', null)
    return kept
  })
}
