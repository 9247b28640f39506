import { sql } from 'kysely'
import type { SyncReport } from '#/contract/orders.ts'
import type { CrmFailure } from '#/server/integrations/crm/crm-client.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { ifLockFree } from '#/server/platform/database/locks.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'
import { unreadableJson } from './unreadable-store.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    crm_sync: {
      source: number
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
  /** By the database’s clock; a run that ended in the future, before that clock was put back, is as old as it is far. */
  seconds_ago: number
}

const syncState = prepare<SyncState>(`
  select state, finished_at, succeeded_at, problem, synced_to, retried_at,
    abs(extract(epoch from clock_timestamp() - finished_at))::float8 as seconds_ago, ${unreadableJson} as unreadable
  from crm_sync where source = $1`)

export const findSyncState = async (db: Db | Tx, source: number): Promise<SyncState | undefined> =>
  (await runPrepared(db, syncState, [source]))[0]

/** Two runs may overlap when a connection was lost: what one has reached, the other does not take back. */
export async function noteSyncSuccess(
  tx: Tx,
  source: number,
  { synced_to, retried_at }: { synced_to: string | null; retried_at: string | null },
): Promise<void> {
  await sql`
    insert into crm_sync (source, state, finished_at, succeeded_at, problem, synced_to, retried_at)
    values (${source}, 'ok', clock_timestamp(), clock_timestamp(), null, ${synced_to}, ${retried_at})
    on conflict (source) do update set state = 'ok', finished_at = excluded.finished_at, succeeded_at = excluded.succeeded_at,
      problem = null, synced_to = greatest(excluded.synced_to, crm_sync.synced_to),
      retried_at = greatest(excluded.retried_at, crm_sync.retried_at)`.execute(tx)
}

export async function noteSyncFailure(tx: Tx, source: number, problem: CrmFailure): Promise<void> {
  await sql`
    insert into crm_sync (source, state, finished_at, problem)
    values (${source}, 'failed', clock_timestamp(), ${JSON.stringify(problem)}::jsonb)
    on conflict (source) do update set state = 'failed', finished_at = excluded.finished_at, problem = excluded.problem`.execute(
    tx,
  )
}

/** The next run asks for all orders of the source, whatever runs of before have reached. */
export async function askForEverything(tx: Tx, source: number): Promise<void> {
  await sql`update crm_sync set synced_to = null, retried_at = null where source = ${source}`.execute(tx)
}

/** One run at a time in the whole fleet. */
export const ifNoSyncRuns = <Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result | 'busy'> =>
  ifLockFree(db, 'crm_sync', work)
