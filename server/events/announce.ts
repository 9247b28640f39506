import { sql } from 'kysely'
import type { EventType } from '#/contract/events.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { publish, announceInPassing } from '#/server/platform/events.ts'

type Change = Exclude<EventType, 'editing' | 'order'>

/** Announces to every screen that something changed, once the transaction commits. `id`: of the receipt, batch or cash register. */
export const announce = (tx: Tx | Db, type: Change, id: string | null): Promise<void> => publish(tx, type, [id])

/** The same for many at once. */
export const announceAll = (tx: Tx | Db, type: Change, ids: readonly string[]): Promise<void> => publish(tx, type, ids)

/**
 * A changed order is announced by the trigger that writes its document (migration 0027). This is for what lies beside
 * that: an incident, or a sum that was accepted.
 */
export async function announceOrder(tx: Tx | Db, id: string): Promise<void> {
  await sql`select announce_orders(array[${id}]::uuid[])`.execute(tx)
}

/** Announces to the screens that are open now that a person edits the order. */
export const announceEditing = (db: Db, orderId: string, by: string): Promise<void> =>
  announceInPassing(db, 'editing' satisfies EventType, orderId, by)
