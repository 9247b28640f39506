import type { SyncReport } from '#/contract/orders.ts'
import type { App } from '#/server/app.ts'
import { findSource, type FoundSource } from './find-source.ts'
import { toOtherCrmFailure } from './other-crm-words.ts'
import { findSyncState, type SyncState } from './sync-store.ts'

/** How fresh the orders are that the CRM of this process has. */
export interface SyncLook extends FoundSource {
  /** Of `source`; undefined: no run has ended. */
  state: SyncState | undefined
}

export async function lookAtSync(app: Pick<App, 'db' | 'crm'>): Promise<SyncLook> {
  const found = await findSource(app)
  return { ...found, state: await findSyncState(app.db, found.source.id) }
}

const nothing = { count: 0, items: [] }

export function toReport(look: SyncLook | undefined, running: boolean): SyncReport {
  const { state, other: other_crm = null } = look ?? {}
  const finished_at = state?.succeeded_at ?? null
  if (other_crm !== null)
    return { state: 'failed', finished_at, problem: toOtherCrmFailure(other_crm), unreadable: nothing, other_crm }
  const unreadable = state?.unreadable ?? nothing
  if (running) return { state: 'running', finished_at, problem: null, unreadable, other_crm }
  if (!state) return { state: 'stale', finished_at, problem: null, unreadable, other_crm }
  return { state: state.state, finished_at, problem: state.problem, unreadable, other_crm }
}
