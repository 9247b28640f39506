import { recordAudit, recordAudits, theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { announce, announceAll } from '#/server/events/announce.ts'
import type { CrmFailure, CrmOrder } from '#/server/integrations/crm/crm-client.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import { trackSoon } from '#/server/parcels/track-soon.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { differences } from './rules.ts'
import { findSyncState, noteSyncFailure, noteSyncSuccess, storePage, type StoredOrder } from './sync-store.ts'

export interface SyncOutcome {
  added: number
  updated: number
  held: number
  failure: CrmFailure | null
}

type SyncApp = Pick<App, 'db' | 'crm' | 'clock' | 'audit_key' | 'log' | 'jobs'>

const pageSize = 500
/** The CRM may date a change a little late, or by a clock of its own; what was seen already costs no write. */
const overlapMs = 5 * 60_000
/** A screen that hears of more than this had better load the list anew. */
const mostAnnounced = 100

/** Brings the queue up to the CRM, page by page. What a page has is stored whole or not at all; a later failure keeps the pages before it. */
export async function syncOrders(app: SyncApp, signal?: AbortSignal): Promise<SyncOutcome> {
  const outcome: SyncOutcome = { added: 0, updated: 0, held: 0, failure: null }
  const synced_to = (await findSyncState(app.db))?.synced_to ?? null
  const updated_from = synced_to === null ? null : new Date(Date.parse(synced_to) - overlapMs).toISOString()
  let newest = synced_to
  for (let offset = 0; ;) {
    const answer = await app.crm.listOrders({ updated_from, offset, limit: pageSize }, signal)
    if (!answer.ok) {
      outcome.failure = answer.failure
      break
    }
    const { orders, total } = answer.page
    const stored = await inTransaction(app.db, (tx) => storeAndTell(app, tx, orders))
    for (const { outcome: kind } of stored) outcome[kind] += 1
    newest = newestOf(orders, newest)
    offset += orders.length
    // A CRM may give fewer than asked for; only its own total or an empty page says that this is all.
    if (orders.length === 0 || offset >= (total ?? Infinity) || (total === null && orders.length < pageSize)) break
  }
  await inTransaction(app.db, async (tx) => {
    await (outcome.failure === null
      ? noteSyncSuccess(tx, notLaterThan(newest, app.clock.now()))
      : noteSyncFailure(tx, outcome.failure))
    await announce(tx, 'sync', null)
  })
  if (outcome.failure) app.log.warn({ failure: outcome.failure }, 'CRM sync failed')
  return outcome
}

async function storeAndTell(app: SyncApp, tx: Tx, orders: readonly CrmOrder[]): Promise<StoredOrder[]> {
  const stored = await storePage(tx, orders)
  if (stored.length === 0) return stored
  const count = (kind: StoredOrder['outcome']) => stored.filter(({ outcome }) => outcome === kind).length
  await recordAudit(app, tx, theSystem, {
    action: 'orders.synced',
    subject: { type: 'queue', id: 'orders' },
    details: { added: count('added'), updated: count('updated'), held: count('held') },
  })
  await recordAudits(app, tx, theSystem, stored.flatMap(toEntry))
  const announced = stored.slice(0, mostAnnounced).map(({ id }) => id)
  await announceAll(tx, 'order', announced)
  if (stored.some(hasNewTtn)) await trackSoon(app, tx)
  return stored
}

/** What the CRM changed of an order that is still the CRM’s own. */
function toEntry({ id, outcome, before, after }: StoredOrder) {
  if (outcome !== 'updated' || before === null) return []
  const changes = differences(before, after)
  if (Object.keys(changes).length === 0) return []
  return [{ action: 'order.updated_from_crm', subject: { type: 'order', id }, details: { changes } } as const]
}

const hasNewTtn = ({ before, after }: StoredOrder): boolean => after.ttn !== null && after.ttn !== before?.ttn

/** A change dated in the future would hide every real one until then. */
const notLaterThan = (instant: string | null, now: Date): string | null =>
  instant !== null && Date.parse(instant) > now.getTime() ? now.toISOString() : instant

function newestOf(orders: readonly CrmOrder[], newest: string | null): string | null {
  const times = orders.flatMap(({ updated_at }) => (updated_at === null ? [] : [updated_at]))
  return [...times, ...(newest === null ? [] : [newest])].reduce<string | null>(
    (latest, time) => (latest === null || time > latest ? time : latest),
    null,
  )
}
