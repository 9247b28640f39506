import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#/server/platform/database/db.ts'
import { countMisjudgedPayments, judgePayments } from './parcels/judge-store.ts'
import { lockMoney } from './store.ts'

/** What changed: orders, or transfers that came or went. */
export interface Changed {
  order_ids?: readonly string[]
  transfers?: readonly { ttn: string; operation_id: string | null }[]
}

/**
 * Judges the lines that the change may concern, then the parcels of all orders they belonged or belong to. `true`: some judgement is
 * another one now. Under the lock of `lockMoney`.
 */
export async function judge(tx: Tx, { order_ids = [], transfers = [] }: Changed): Promise<boolean> {
  const lines = await findConcerned(tx, { order_ids, transfers })
  const before = await ordersOf(tx, lines)
  const areLinesChanged = await writeJudgements(tx, lines)
  const orders = [...new Set([...order_ids, ...before, ...(await ordersOf(tx, lines))])]
  const arePaymentsChanged = await judgePayments(tx, sql`${orders}::uuid[]`)
  return areLinesChanged || arePaymentsChanged
}

/**
 * The lines that were of these orders, those that have one of their TTNs by now, and those that might have been theirs; the lines that
 * share a TTN or an operation with these transfers. And all that share a TTN with any of them: what repeats another line is not paid
 * again, which changes the sum of its TTN.
 */
async function findConcerned(tx: Tx, { order_ids, transfers }: Required<Changed>): Promise<string[]> {
  const ttns = transfers.map(({ ttn }) => ttn)
  const operations = transfers.flatMap(({ operation_id }) => operation_id ?? [])
  const { rows } = await sql<{ id: string }>`
    with concerned as materialized (
      select id, ttn from payout_lines where order_id = any(${order_ids}::uuid[])
      union select id, ttn from payout_lines where is_ambiguous
      union select id, ttn from payout_lines where ttn = any(${ttns}::text[])
      union select id, ttn from payout_lines where operation_id = any(${operations}::text[])
      union select l.id, l.ttn from payout_lines l join (
        select ttn from orders where id = any(${order_ids}::uuid[]) and ttn is not null
        union select unnest(passed_ttns || followed_ttn || successor_ttn) from parcels where order_id = any(${order_ids}::uuid[])
      ) theirs on theirs.ttn = l.ttn)
    select id from concerned
    union select l.id from payout_lines l join concerned using (ttn)`.execute(tx)
  return rows.map(({ id }) => id)
}

async function ordersOf(tx: Tx, lines: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select distinct order_id from payout_lines where id = any(${lines}::uuid[]) and order_id is not null`.execute(tx)
  return rows.map(({ order_id }) => order_id)
}

const kept = sql`(l.state, l.why, l.order_id, l.is_ambiguous, l.receipt_id, l.difference)`
const fresh = sql`(j.state, j.why, j.order_id, j.is_ambiguous, j.receipt_id, j.difference)`

/** Only lines whose judgement differs are written. */
async function writeJudgements(tx: Tx, lines: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    update payout_lines l
    set state = j.state, why = j.why, order_id = j.order_id, is_ambiguous = j.is_ambiguous, receipt_id = j.receipt_id,
      difference = j.difference
    from judged_payout_lines(${lines}::uuid[]) j
    where j.line_id = l.id and ${kept} is distinct from ${fresh}
    returning l.id`.execute(tx)
  return rows.length > 0
}

/** Everything anew, where the triggers were off or somebody wrote past them. Gives how many were judged otherwise. */
export async function judgeEverything(tx: Tx): Promise<number> {
  await lockMoney(tx)
  const wrong = (await countMisjudgedLines(tx)) + (await countMisjudgedPayments(tx))
  const { rows } = await sql<{ id: string }>`select id from payout_lines`.execute(tx)
  await writeJudgements(
    tx,
    rows.map(({ id }) => id),
  )
  await judgeEveryPayment(tx)
  return wrong
}

/** While there is no register there is nothing to compare payments with, and none are kept. */
export async function judgeEveryPayment(tx: Tx): Promise<void> {
  await judgePayments(tx, everyPaidOrder)
}

const everyPaidOrder: RawBuilder<unknown> = sql`array(
  select id from orders where cod_amount > 0 and (paid or parcel_group = 'received') and exists (select from payouts)
  union select order_id from parcel_payments)`

/** How many kept judgements of lines differ from fresh ones; the doctor expects none. */
export async function countMisjudgedLines(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payout_lines l
    join judged_payout_lines(array(select id from payout_lines)) j on j.line_id = l.id
    where ${kept} is distinct from ${fresh}`.execute(tx)
  return rows[0]?.count ?? 0
}
