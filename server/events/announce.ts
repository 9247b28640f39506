import type { EventType } from '#/contract/events.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import { publish } from '#/server/platform/events.ts'

/** Tells every screen that something changed, once the transaction commits. `id`: of the order, receipt or batch. */
export const announce = (tx: Tx | Db, type: EventType, id: string | null): Promise<void> => publish(tx, type, [id])

/** The same of many at once. */
export const announceAll = (tx: Tx | Db, type: EventType, ids: readonly string[]): Promise<void> =>
  publish(tx, type, ids)
