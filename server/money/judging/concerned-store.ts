import { sql, type GeneratedAlways } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { anyFrom, valuesFrom } from '#/server/platform/database/rows.ts'
import { isPaidParcel } from './facts-store.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    orders_unjudged: { id: GeneratedAlways<number>; order_id: string }
  }
}

/** What changed: orders, or transfers that were added or taken away. */
export interface Changed {
  order_ids?: readonly string[]
  transfers?: readonly { ttn: string; operation_id: string | null }[]
}

/**
 * The TTNs whose lines the change may concern: of lines that were of these orders, that might have been theirs, or that have one of their
 * TTNs by now; of these transfers, and of lines that share an operation with them. All lines of a TTN are judged together: one that
 * repeats another is not paid again, which changes the sum of its TTN.
 */
export async function listConcernedTtns(tx: Tx, { order_ids = [], transfers = [] }: Changed): Promise<string[]> {
  const orders = sql`${order_ids}::uuid[]`
  const operations = transfers.flatMap(({ operation_id }) => operation_id ?? [])
  const ofOrders = await valuesFrom(tx)<string>`
    select ttn from orders where id = any(${orders}) and ttn is not null
    union select unnest(array_remove(passed_ttns || followed_ttn || successor_ttn, null)) from parcels where order_id = any(${orders})`
  return valuesFrom(tx)`
    select ttn from payout_lines where order_id = any(${orders})
    union select ttn from payout_lines where is_ambiguous
    union select ttn from payout_lines where operation_id = any(${operations}::text[])
    union select ttn from payout_lines where ttn = any(${[...ofOrders, ...transfers.map(({ ttn }) => ttn)]}::text[])`
}

export const listEveryTtn = (db: Db | Tx): Promise<string[]> => valuesFrom(db)`select distinct ttn from payout_lines`

/** Orders whose payment is kept or should be. */
export const listEveryPaidOrder = (db: Db | Tx): Promise<string[]> =>
  valuesFrom(db)`select o.id from orders o where ${isPaidParcel} union select order_id from parcel_payments`

/** So many changed orders are judged at once. */
const mostAtOnce = 5_000

/** Whether an order changed since it was last judged; triggers leave the ids of changed orders in `orders_unjudged`. */
export const isAnyUnjudged = (db: Db): Promise<boolean> => anyFrom(db)`select from orders_unjudged limit 1`

/** Each once, however often it changed. */
export async function takeUnjudged(tx: Tx): Promise<string[]> {
  const taken = await valuesFrom(tx)<string>`
    delete from orders_unjudged where id in (select id from orders_unjudged order by id limit ${mostAtOnce}) returning order_id`
  return [...new Set(taken)]
}
