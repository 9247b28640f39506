import { recordAudit, theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { CrmPage } from '#/server/integrations/crm/crm-client.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { storePage, type StoredOrder } from '../order/crm-store.ts'
import { noteTaken, type FollowingApp } from '../order/follow-crm.ts'
import { forgetKeptAside, keepAside, type KeptAside } from './unreadable-store.ts'

/** For more changes than this a screen had better load the list anew. */
const mostAnnounced = 100

export interface Sorted {
  /** Not known yet, or unreadable in another way than before. */
  noticed: KeptAside[]
  /** Can be read again. */
  mended: string[]
}

export function sortAside(aside: ReadonlyMap<string, KeptAside>, { orders, unreadable }: CrmPage): Sorted {
  const told = new Map(unreadable.map((order) => [order.key, order]))
  return {
    noticed: [...told.values()].filter((order) => !isSame(order, aside.get(order.key))),
    mended: aside.size === 0 ? [] : orders.flatMap(({ crm_id }) => (aside.has(crm_id) ? [crm_id] : [])),
  }
}

const isSame = (one: KeptAside, other: KeptAside | undefined): boolean =>
  other !== undefined &&
  (['number', 'updated_at', 'field', 'detail'] as const).every((name) => one[name] === other[name])

/** A page of the CRM as orders of this source, with what could not be read of it. */
export async function storeCrmPage(
  app: FollowingApp & Pick<App, 'crm' | 'log'>,
  tx: Tx,
  source: number,
  { orders, noticed, mended }: Sorted & Pick<CrmPage, 'orders'>,
): Promise<StoredOrder[]> {
  if (noticed.length > 0) {
    await keepAside(tx, source, noticed, app.clock.now().toISOString())
    const named = noticed.slice(0, mostAnnounced).map(({ key, field }) => ({ key, field }))
    app.log.warn({ count: noticed.length, orders: named }, 'CRM orders cannot be read')
  }
  if (mended.length > 0) await forgetKeptAside(tx, source, mended)
  const stored = await storePage(tx, source, orders, app.crm.cancelled_statuses, app.clock.now())
  if (stored.length === 0) return stored
  const count = (kind: StoredOrder['outcome']) => stored.filter(({ outcome }) => outcome === kind).length
  await recordAudit(app, tx, theSystem, {
    action: 'orders.synced',
    subject: { type: 'queue', id: 'orders' },
    details: { added: count('added'), updated: count('updated'), held: count('held') },
  })
  await noteTaken(app, tx, stored)
  return stored
}
