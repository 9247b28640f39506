import { recordAudit, recordAudits, theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import type { CrmFailure, CrmPage } from '#/server/integrations/crm/crm-client.ts'
import { readOrders } from '#/server/integrations/crm/read-orders.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { trackSoon } from '#/server/parcels/track-soon.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { differences } from '../order/rules.ts'
import { planSync, syncedTo } from './rules.ts'
import { storePage, type StoredOrder } from '../order/crm-store.ts'
import { findSyncState, noteSyncFailure, noteSyncSuccess } from './sync-store.ts'
import { forgetKeptAside, keepAside, listKeptAside, type KeptAside } from './unreadable-store.ts'

export interface SyncOutcome {
  added: number
  updated: number
  held: number
  failure: CrmFailure | null
}

type SyncApp = Pick<App, 'db' | 'crm' | 'clock' | 'audit' | 'log' | 'jobs'>

/** For more changes than this a screen had better load the list anew. */
const mostAnnounced = 100

interface Wish {
  signal?: AbortSignal
  /** Asks again for every order that cannot be read, also when that was tried a short time ago. */
  retry?: boolean
}

/**
 * Brings the queue up to the CRM, page by page. What a page has is stored whole or not at all; a later failure keeps the pages
 * before it, and the next run asks for everything since the last whole one again.
 */
export async function syncOrders(app: SyncApp, { signal, retry = false }: Wish = {}): Promise<SyncOutcome> {
  const outcome: SyncOutcome = { added: 0, updated: 0, held: 0, failure: null }
  const began = app.clock.now()
  const known = await findSyncState(app.db)
  const aside = new Map((await listKeptAside(app.db)).map((order) => [order.key, order]))
  const { updated_from, brings_unreadable } = planSync(known, [...aside.values()], { now: began, retry })
  const missing = new Set(brings_unreadable ? aside.keys() : [])
  let synced_to = known?.synced_to ?? null
  const reading = readOrders(app.crm, updated_from, signal)
  for (let step = await reading.next(); ; step = await reading.next()) {
    if (step.done) {
      outcome.failure = step.value
      break
    }
    const { orders, unreadable } = step.value
    const sorted = sortAside(aside, step.value)
    const stored = await inTransaction(app.db, (tx) => storeAndAnnounce(app, tx, orders, sorted))
    for (const { outcome: kind } of stored) outcome[kind] += 1
    for (const order of sorted.noticed) aside.set(order.key, order)
    for (const key of sorted.mended) aside.delete(key)
    for (const key of [...sorted.mended, ...unreadable.map((order) => order.key)]) missing.delete(key)
    const told = orders.map(({ updated_at }) => updated_at)
    synced_to = syncedTo(synced_to, told, began)
  }
  await inTransaction(app.db, async (tx) => {
    if (outcome.failure === null) {
      await noteSyncSuccess(tx, synced_to, brings_unreadable ? began.toISOString() : null)
      if (missing.size > 0) await forgetKeptAside(tx, [...missing])
    } else await noteSyncFailure(tx, outcome.failure)
    await announce(tx, 'sync', null)
  })
  if (outcome.failure) app.log.warn({ failure: outcome.failure }, 'CRM sync failed')
  return outcome
}

interface Sorted {
  /** Not known yet, or unreadable in another way than before. */
  noticed: KeptAside[]
  /** Can be read again. */
  mended: string[]
}

function sortAside(aside: ReadonlyMap<string, KeptAside>, { orders, unreadable }: CrmPage): Sorted {
  const told = new Map(unreadable.map((order) => [order.key, order]))
  return {
    noticed: [...told.values()].filter((order) => !isSame(order, aside.get(order.key))),
    mended: aside.size === 0 ? [] : orders.flatMap(({ crm_id }) => (aside.has(crm_id) ? [crm_id] : [])),
  }
}

const isSame = (one: KeptAside, other: KeptAside | undefined): boolean =>
  other !== undefined &&
  (['number', 'updated_at', 'field', 'detail'] as const).every((name) => one[name] === other[name])

async function storeAndAnnounce(
  app: SyncApp,
  tx: Tx,
  orders: readonly CrmOrder[],
  { noticed, mended }: Sorted,
): Promise<StoredOrder[]> {
  if (noticed.length > 0) {
    await keepAside(tx, noticed, app.clock.now().toISOString())
    const named = noticed.slice(0, mostAnnounced).map(({ key, field }) => ({ key, field }))
    app.log.warn({ count: noticed.length, orders: named }, 'CRM orders cannot be read')
  }
  if (mended.length > 0) await forgetKeptAside(tx, mended)
  const stored = await storePage(tx, orders, app.crm.cancelled_statuses)
  if (stored.length === 0) return stored
  const count = (kind: StoredOrder['outcome']) => stored.filter(({ outcome }) => outcome === kind).length
  await recordAudit(app, tx, theSystem, {
    action: 'orders.synced',
    subject: { type: 'queue', id: 'orders' },
    details: { added: count('added'), updated: count('updated'), held: count('held') },
  })
  await recordAudits(app, tx, theSystem, stored.flatMap(toEntry))
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
