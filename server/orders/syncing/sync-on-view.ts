import { setTimeout as pause } from 'node:timers/promises'
import type { SyncReport } from '#/contract/orders.ts'
import type { App } from '#/server/app.ts'
import { realMs } from '#/server/platform/clock.ts'
import { inTime, startDeadline } from '#/server/platform/outbound/deadline.ts'
import type { EventBus } from '#/server/platform/events.ts'
import { reviewCancelled } from '../order/crm-store.ts'
import { findSyncState, ifNoSyncRuns, type SyncState } from './sync-store.ts'
import { syncOrders } from './sync-orders.ts'

/**
 * Sync on view. In one process views join the run that is under way; in the fleet one process runs and the others wait
 * for its end. No request waits longer than `waitMs`: then the list is shown as it is and says that the run goes on.
 */
export interface OrderSync {
  freshen(): Promise<SyncReport>
  stop(): Promise<void>
}

/** A run that ended this short a time ago is fresh. */
const usualFreshMs = 2_000
const waitMs = 1_500

export function createOrderSync(app: App, bus: EventBus, freshMs = usualFreshMs): OrderSync {
  const stopping = new AbortController()
  let running: Promise<SyncState | undefined> | null = null
  /** A start may have brought another mapping of the CRM, or a version that understands more. */
  const first = { isDue: true }
  let known: { state: SyncState; at: number } | null = null

  function start(): Promise<SyncState | undefined> {
    running ??= runOrJoin(app, bus, { signal: stopping.signal, first, freshMs })
      .then((state) => {
        if (state) known = { state, at: performance.now() - state.seconds_ago * 1000 }
        return state
      })
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'CRM sync broke')
        return undefined
      })
      .finally(() => (running = null))
    return running
  }

  return {
    async freshen() {
      if (known && performance.now() - known.at < freshMs) return toReport(known.state, false)
      const state = await inTime(start(), startDeadline(realMs(app.clock, waitMs)))
      return state === null ? toReport(known?.state ?? (await findSyncState(app.db)), true) : toReport(state, false)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function toReport(state: SyncState | undefined, running: boolean): SyncReport {
  const finished_at = state?.succeeded_at ?? null
  const unreadable = state?.unreadable ?? { count: 0, items: [] }
  if (running) return { state: 'running', finished_at, problem: null, unreadable }
  if (!state) return { state: 'stale', finished_at, problem: null, unreadable }
  return { state: state.state, finished_at, problem: state.problem, unreadable }
}

interface Wish {
  signal: AbortSignal
  /** What only the first run of this process does. */
  first: { isDue: boolean }
  freshMs: number
}

async function runOrJoin(app: App, bus: EventBus, { signal, first, freshMs }: Wish): Promise<SyncState | undefined> {
  const ended = nextEnd(bus)
  try {
    const outcome = await ifNoSyncRuns(app.db, async (connection) => {
      const before = await findSyncState(connection)
      const isFresh = before !== undefined && before.seconds_ago * 1000 < freshMs
      if (!isFresh) await syncOrders(app, { signal, retry: first.isDue })
      if (first.isDue) await reviewCancelled(app.db, app.crm.cancelled_statuses)
      first.isDue = false
    })
    if (outcome === 'busy')
      await Promise.race([ended.promise, pause(joinAtMostMs, undefined, { signal }).catch(() => undefined)])
    return await findSyncState(app.db)
  } finally {
    ended.forget()
  }
}

/** Longer than any run; the other process may have died without a word. */
const joinAtMostMs = 30_000

function nextEnd(bus: EventBus): { promise: Promise<void>; forget(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const forget = bus.subscribe((event) => {
    if (event.type !== 'sync') return
    forget()
    resolve()
  })
  return { promise, forget }
}
