import { sql, type Generated } from 'kysely'
import type { SyncReport } from '#/contract/orders.ts'
import type { CrmFailure } from '#/server/integrations/crm/crm-client.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { ifLockFree } from '#/server/platform/database/locks.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'
import { unreadableJson } from './unreadable-store.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    crm_sync: {
      only_one: Generated<boolean>
      state: 'ok' | 'failed'
      finished_at: string
      succeeded_at: string | null
      problem: unknown
      synced_to: string | null
      retried_at: string | null
    }
  }
}

export interface SyncState {
  state: 'ok' | 'failed'
  finished_at: string
  succeeded_at: string | null
  problem: CrmFailure | null
  synced_to: string | null
  /** When all orders that cannot be read were last asked for again. */
  retried_at: string | null
  unreadable: SyncReport['unreadable']
  /** By the database's clock. */
  seconds_ago: number
}

const syncState = prepare<SyncState>(`
  select state, finished_at, succeeded_at, problem, synced_to, retried_at,
    extract(epoch from clock_timestamp() - finished_at)::float8 as seconds_ago, ${unreadableJson} as unreadable
  from crm_sync`)

export const findSyncState = async (db: Db | Tx): Promise<SyncState | undefined> =>
  (await runPrepared(db, syncState))[0]

/** Two runs may overlap when a connection was lost: what one has reached, the other does not take back. */
export async function noteSyncSuccess(tx: Tx, synced_to: string | null, retried_at: string | null): Promise<void> {
  await sql`
    insert into crm_sync (state, finished_at, succeeded_at, problem, synced_to, retried_at)
    values ('ok', clock_timestamp(), clock_timestamp(), null, ${synced_to}, ${retried_at})
    on conflict (only_one) do update set state = 'ok', finished_at = excluded.finished_at, succeeded_at = excluded.succeeded_at,
      problem = null, synced_to = greatest(excluded.synced_to, crm_sync.synced_to),
      retried_at = greatest(excluded.retried_at, crm_sync.retried_at)`.execute(tx)
}

export async function noteSyncFailure(tx: Tx, problem: CrmFailure): Promise<void> {
  await sql`
    insert into crm_sync (state, finished_at, problem) values ('failed', clock_timestamp(), ${JSON.stringify(problem)}::jsonb)
    on conflict (only_one) do update set state = 'failed', finished_at = excluded.finished_at, problem = excluded.problem`.execute(
    tx,
  )
}

/** One run at a time in the whole fleet. */
export const ifNoSyncRuns = <Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result | 'busy'> =>
  ifLockFree(db, 'crm_sync', work)
