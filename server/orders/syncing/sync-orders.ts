import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import type { CrmFailure } from '#/server/integrations/crm/crm-client.ts'
import { readOrders } from '#/server/integrations/crm/read-orders.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { followCrm } from '../order/follow-crm.ts'
import { findSource } from './find-source.ts'
import { toOtherCrmFailure, decidedMeanwhile } from './other-crm-words.ts'
import { planSync, syncedTo, type OrderSource } from './rules.ts'
import { holdSource, nameSource } from './source-store.ts'
import { sortAside, storeCrmPage } from './store-crm-page.ts'
import { findSyncState, noteSyncFailure, noteSyncSuccess } from './sync-store.ts'
import { forgetKeptAside, listKeptAside } from './unreadable-store.ts'

export interface SyncOutcome {
  added: number
  updated: number
  held: number
  failure: CrmFailure | null
}

type SyncApp = Pick<App, 'db' | 'crm' | 'clock' | 'audit' | 'log' | 'jobs'>

interface Wish {
  signal?: AbortSignal
  /** Asks again for every order that cannot be read, also when that was tried a short time ago. */
  retry?: boolean
}

/**
 * Brings the queue up to the CRM, page by page. What a page has is stored whole or not at all; a later failure keeps the pages
 * before it, and the next run asks for everything since the last whole one again. While an admin has yet to say whose orders a CRM has,
 * it is asked nothing.
 */
export async function syncOrders(app: SyncApp, { signal, retry = false }: Wish = {}): Promise<SyncOutcome> {
  const { source, other } = await findSource(app)
  const outcome: SyncOutcome = { added: 0, updated: 0, held: 0, failure: other && toOtherCrmFailure(other) }
  if (other !== null) return outcome
  const isWhole = await readAll(app, source, outcome, { signal, retry })
  if (!isWhole) outcome.failure = decidedMeanwhile
  if (outcome.failure) app.log.warn({ failure: outcome.failure }, 'CRM sync failed')
  return outcome
}

/** False: the source has become that of another CRM meanwhile; what was read until then is stored. */
async function readAll(
  app: SyncApp,
  source: OrderSource,
  outcome: SyncOutcome,
  { signal, retry }: { signal: AbortSignal | undefined; retry: boolean },
): Promise<boolean> {
  const began = app.clock.now()
  const known = await findSyncState(app.db, source.id)
  const aside = new Map((await listKeptAside(app.db, source.id)).map((order) => [order.key, order]))
  const { updated_from, brings_unreadable } = planSync(known, [...aside.values()], { now: began, retry })
  const missing = new Set(brings_unreadable ? aside.keys() : [])
  let synced_to = known?.synced_to ?? null
  let ours = source
  const reading = readOrders(app.crm, updated_from, signal)
  for (let step = await reading.next(); ; step = await reading.next()) {
    if (step.done) {
      outcome.failure = step.value
      break
    }
    const { orders, unreadable } = step.value
    const sorted = sortAside(aside, step.value)
    const isAnything = synced_to !== null || orders.length + unreadable.length > 0
    const stored = await inTransaction(app.db, async (tx) => {
      const taken = await takeSource(tx, ours, isAnything ? app.crm.identity : null)
      return taken && { taken, orders: await storeCrmPage(app, tx, taken.id, { orders, ...sorted }) }
    })
    if (stored === null) return false
    ours = stored.taken
    for (const { outcome: kind } of stored.orders) outcome[kind] += 1
    for (const order of sorted.noticed) aside.set(order.key, order)
    for (const key of sorted.mended) aside.delete(key)
    for (const key of [...sorted.mended, ...unreadable.map((order) => order.key)]) missing.delete(key)
    const told = orders.map(({ updated_at }) => updated_at)
    synced_to = syncedTo(synced_to, told, began)
  }
  const followed = await inTransaction(app.db, async (tx) => {
    if (!(await holdSource(tx, ours))) return null
    const count = await followCrm(app, tx, null)
    if (outcome.failure === null) {
      const retried_at = brings_unreadable ? began.toISOString() : null
      await noteSyncSuccess(tx, ours.id, { synced_to, retried_at })
      if (missing.size > 0) await forgetKeptAside(tx, ours.id, [...missing])
    } else await noteSyncFailure(tx, ours.id, outcome.failure)
    await announce(tx, 'sync', null)
    return count
  })
  outcome.updated += followed ?? 0
  return followed !== null
}

/**
 * Holds the source for a page. A source without a CRM becomes that of the first one that gives an order, `giver`: until then an
 * operator can correct a mistyped address, and no admin has to say anything. null: it has become another one’s meanwhile.
 */
async function takeSource(tx: Tx, source: OrderSource, giver: App['crm']['identity']): Promise<OrderSource | null> {
  if (source.crm !== null || giver === null) return (await holdSource(tx, source)) ? source : null
  return (await nameSource(tx, source.id, giver)) ? { ...source, crm: giver } : null
}
