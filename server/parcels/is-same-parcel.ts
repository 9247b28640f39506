import type { Tx } from '#/server/platform/database/db.ts'
import { anyFrom } from '#/server/platform/database/rows.ts'

/** Whether the parcel of the order was redirected to this TTN, or went under it on its way. */
export const isSameParcel = (tx: Tx, order_id: string, ttn: string | null): Promise<boolean> =>
  anyFrom(tx)`select where is_same_parcel(${order_id}, ${ttn})`
