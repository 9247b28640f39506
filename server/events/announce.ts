import type { EventType } from '#/contract/events.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import { publish, publishing, tellInPassing } from '#/server/platform/events.ts'

type Change = Exclude<EventType, 'editing'>

/** Tells every screen that something changed, once the transaction commits. `id`: of the order, receipt, batch or cash register. */
export const announce = (tx: Tx | Db, type: Change, id: string | null): Promise<void> => publish(tx, type, [id])

/** The same of many at once. */
export const announceAll = (tx: Tx | Db, type: Change, ids: readonly string[]): Promise<void> => publish(tx, type, ids)

/** As a part of the statement that makes the changes; see `publishing`. */
export const announcing = (type: Change, subjects: string): string => publishing(type, subjects)

/** Tells whoever looks right now that somebody edits the order. */
export const announceEditing = (db: Db, orderId: string, by: string): Promise<void> =>
  tellInPassing(db, 'editing' satisfies EventType, orderId, by)
