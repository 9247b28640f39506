import type { App } from '#/server/app.ts'
import { toCancelledStatuses, usualCancelledStatuses } from '#/server/integrations/crm/cancelled-statuses.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import type { CrmClient, CrmFailure, PageOutcome, PageRequest } from '#/server/integrations/crm/crm-client.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'

/**
 * These orders come from the CRM, which has them from now on. All others it has are not read again, as a sync would: a test
 * that brings one order after another would read ever more of them.
 */
export async function bring(app: App, crm: ScriptedCrm, orders: readonly CrmOrder[]): Promise<void> {
  crm.put(...orders)
  const these = new ScriptedCrm()
  these.cancelled_statuses = crm.cancelled_statuses
  these.put(...orders)
  const { failure } = await syncOrders({ ...app, crm: these })
  if (failure !== null) throw new Error(`the orders did not arrive: ${JSON.stringify(failure)}`)
}

/** A CRM whose orders and moods a test decides. It answers in process, for the thousands of runs of a property test. */
export class ScriptedCrm implements CrmClient {
  readonly kind = 'stub'
  readonly identity = null
  readonly paging = 'orders'
  cancelled_statuses = toCancelledStatuses(usualCancelledStatuses)
  readonly orders = new Map<string, CrmOrder>()
  calls: PageRequest[] = []
  failure: CrmFailure | null = null
  /** The failure meets pages from this offset on. */
  fails_from = 0
  /** Whether it says how many there are. */
  tells_total = true
  /** While set, an answer waits for it. */
  held: Promise<void> | null = null

  put(...orders: CrmOrder[]): void {
    for (const order of orders) this.orders.set(order.crm_id, order)
  }

  async listOrders(request: PageRequest, signal?: AbortSignal): Promise<PageOutcome> {
    this.calls.push(request)
    if (this.held)
      await Promise.race([
        this.held,
        new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
      ])
    if (this.failure && request.offset >= this.fails_from) return { ok: false, failure: this.failure }
    const { updated_from, offset, limit } = request
    const found = [...this.orders.values()].filter(
      ({ updated_at }) => updated_from === null || updated_at === null || updated_at >= updated_from,
    )
    const total = this.tells_total ? found.length : null
    return { ok: true, page: { orders: found.slice(offset, offset + limit), unreadable: [], total } }
  }
}
