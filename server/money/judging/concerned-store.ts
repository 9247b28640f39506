import { sql, type GeneratedAlways, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
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
  const ofOrders = await listTtns(
    tx,
    sql`
      select ttn from orders where id = any(${orders}) and ttn is not null
      union select unnest(array_remove(passed_ttns || followed_ttn || successor_ttn, null)) from parcels where order_id = any(${orders})`,
  )
  return listTtns(
    tx,
    sql`
      select ttn from payout_lines where order_id = any(${orders})
      union select ttn from payout_lines where is_ambiguous
      union select ttn from payout_lines where operation_id = any(${operations}::text[])
      union select ttn from payout_lines where ttn = any(${[...ofOrders, ...transfers.map(({ ttn }) => ttn)]}::text[])`,
  )
}

export const listEveryTtn = (db: Db | Tx): Promise<string[]> => listTtns(db, sql`select distinct ttn from payout_lines`)

async function listTtns(db: Db | Tx, found: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ ttn: string }>`${found}`.execute(db)
  return rows.map(({ ttn }) => ttn)
}

/** Orders whose payment is kept or should be. */
export const listEveryPaidOrder = (db: Db | Tx): Promise<string[]> =>
  listOrders(
    db,
    sql`select o.id as order_id from orders o where ${isPaidParcel} union select order_id from parcel_payments`,
  )

/** So many changed orders are judged at once. */
const mostAtOnce = 5_000

/** Whether an order changed since it was last judged; triggers leave the ids of changed orders in `orders_unjudged`. */
export async function isAnyUnjudged(db: Db): Promise<boolean> {
  const { rows } = await sql`select from orders_unjudged limit 1`.execute(db)
  return rows.length > 0
}

export const takeUnjudged = (tx: Tx): Promise<string[]> =>
  listOrders(
    tx,
    sql`delete from orders_unjudged where id in (select id from orders_unjudged order by id limit ${mostAtOnce}) returning order_id`,
  )

async function listOrders(db: Db | Tx, found: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`${found}`.execute(db)
  return [...new Set(rows.map(({ order_id }) => order_id))]
}
