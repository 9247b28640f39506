import { recordAudits, theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { trackSoon } from '#/server/parcels/track-soon.ts'
import { bringBack, type StoredOrder } from './crm-store.ts'
import { differences } from './rules.ts'

export type FollowingApp = Pick<App, 'clock' | 'audit' | 'jobs'>

/**
 * Orders that no person holds any more go back to what the CRM says of them. Called by whatever ends a hold, in its transaction, and for
 * all of them (null) at every sync. Gives how many there were.
 */
export async function followCrm(app: FollowingApp, tx: Tx, ids: readonly string[] | null): Promise<number> {
  const stored = await bringBack(tx, ids)
  if (stored.length > 0) await noteTaken(app, tx, stored)
  return stored.length
}

/** What orders took over from the CRM is recorded, and a new parcel is asked about. */
export async function noteTaken(app: FollowingApp, tx: Tx, stored: readonly StoredOrder[]): Promise<void> {
  await recordAudits(app, tx, theSystem, stored.flatMap(toEntry))
  if (stored.some(hasNewTtn)) await trackSoon(app, tx)
}

function toEntry({ id, before, after }: StoredOrder) {
  if (before === null) return []
  const changes = differences(before, after)
  if (Object.keys(changes).length === 0) return []
  return [{ action: 'order.updated_from_crm', subject: { type: 'order', id }, details: { changes } } as const]
}

const hasNewTtn = ({ before, after }: StoredOrder): boolean => after.ttn !== null && after.ttn !== before?.ttn
