import type { Tx } from '#/server/platform/database/db.ts'
import { anyFrom } from '#/server/platform/database/rows.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    /** Written by the trigger `forget_status`. */
    left_sales: {
      order_id: string
      ttn: string
      amount: number
      taken_at: string | null
      left_at: string
      settled_at: string | null
      reason: string | null
    }
  }
}

interface Settled {
  order_id: string
  ttn: string
  reason: string
  at: string
}

/** False: there is none that is open. */
export const settleLeftSale = (tx: Tx, { order_id, ttn, reason, at }: Settled): Promise<boolean> =>
  anyFrom(tx)`
    update left_sales set settled_at = ${at}, reason = ${reason}
    where order_id = ${order_id} and ttn = ${ttn} and settled_at is null`
