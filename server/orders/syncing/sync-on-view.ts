import { setTimeout as pause } from 'node:timers/promises'
import type { SyncReport } from '#/contract/orders.ts'
import type { App } from '#/server/app.ts'
import { realMs } from '#/server/platform/clock.ts'
import { inTime, startDeadline } from '#/server/platform/outbound/deadline.ts'
import type { EventBus } from '#/server/platform/events.ts'
import { reviewCancelled } from '../order/crm-store.ts'
import { lookAtSync, toReport, type SyncLook } from './look-at-sync.ts'
import { ifNoSyncRuns } from './sync-store.ts'
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
  let running: Promise<SyncLook | undefined> | null = null
  /** A start may have brought another mapping of the CRM, or a version that understands more. */
  const first = { isDue: true }
  let known: { look: SyncLook; at: number } | null = null

  function start(): Promise<SyncLook | undefined> {
    running ??= runOrJoin(app, bus, { signal: stopping.signal, first, freshMs })
      .then((look) => {
        // What a person decides about another CRM holds at once.
        known =
          look.state && look.other === null ? { look, at: performance.now() - look.state.seconds_ago * 1000 } : null
        return look
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
      if (known && performance.now() - known.at < freshMs) return toReport(known.look, false)
      const look = await inTime(start(), startDeadline(realMs(app.clock, waitMs)))
      return look === null ? toReport(known?.look ?? (await lookAtSync(app)), true) : toReport(look, false)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

interface Wish {
  signal: AbortSignal
  /** What only the first run of this process does. */
  first: { isDue: boolean }
  freshMs: number
}

async function runOrJoin(app: App, bus: EventBus, { signal, first, freshMs }: Wish): Promise<SyncLook> {
  const ended = nextEnd(bus)
  try {
    const look = await lookAtSync(app)
    if (look.other !== null) return look
    const outcome = await ifNoSyncRuns(app.db, async (connection) => {
      const { source, state } = await lookAtSync({ ...app, db: connection })
      const isFresh = state !== undefined && state.seconds_ago * 1000 < freshMs
      if (!isFresh) await syncOrders(app, { signal, retry: first.isDue })
      if (first.isDue) await reviewCancelled(app.db, source.id, app.crm.cancelled_statuses)
      first.isDue = false
    })
    if (outcome === 'busy')
      await Promise.race([ended.promise, pause(joinAtMostMs, undefined, { signal }).catch(() => undefined)])
    return await lookAtSync(app)
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
