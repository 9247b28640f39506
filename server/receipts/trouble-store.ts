import { sql, type RawBuilder } from 'kysely'
import type { SumTrouble, Trouble, WaitingReceipt } from '#/contract/receipt-alarms.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { Differing, Lacking } from '#/contract/receipt-trouble-words.ts'
import { isPaidTooLong, withAnotherFiscalSum } from '#/server/orders/queue/trouble-store.ts'
import type { TroubleTimes } from '#/server/orders/queue/rules.ts'
import type { TroubleKind, TroubleRow } from '#/server/orders/queue/troubles/trouble.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { instant } from '#/server/platform/database/json.ts'
import { valueFrom } from '#/server/platform/database/rows.ts'

/** As many as a person can look at; the numbers beside them count all. */
export const shownAtMost = 100

/** What every trouble names; its sentence is made of the rest. */
export type Named = Omit<Trouble, 'detail'>
type NamedSums = Omit<SumTrouble, 'detail'>

export interface Found<Row> {
  count: number
  /** Kopiykas of all that were counted. */
  amount: number
  rows: Row[]
}

const columns = (receiptId: RawBuilder<unknown>, amount: RawBuilder<unknown>, since: RawBuilder<unknown>) => sql`
  o.id as order_id, o.number, o.ttn, json_build_object('name', o.recipient_name, 'phone', o.recipient_phone) as recipient,
  ${receiptId} as receipt_id, ${amount} as amount, ${instant(since)} as since,
  case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end as cash_register`

/** Oldest first. `count` and `total` stand on every row and are no part of it. */
async function listFirst<Row>(db: Db | Tx, found: RawBuilder<unknown>, most: number): Promise<Found<Row>> {
  const { rows } = await sql<{ count: number; total: number; item: Row }>`
    with found as materialized (${found}),
      counted as (select count(*) as count, coalesce(sum(amount), 0)::bigint as total from found)
    select counted.count, counted.total, to_jsonb(found) as item
    from found cross join counted order by since, order_id limit ${most}`.execute(db)
  return { count: rows[0]?.count ?? 0, amount: rows[0]?.total ?? 0, rows: rows.map(({ item }) => item) }
}

const parcelAndRegister = sql`
  left join parcels p on p.order_id = o.id
  left join cash_registers r on r.id = p.cash_register_id`

/** The one that stands for the sale. */
const livingReceipt = sql`
  join receipts rc on rc.order_id = o.id and counts(rc)
  join cash_registers r on r.id = rc.cash_register_id`

/** Their number is stored; only as many rows as are shown are read. */
export async function listLacking(db: Db | Tx): Promise<(Named & Lacking)[]> {
  const { rows } = await sql<{ item: Named & Lacking }>`
    with bare as materialized (
      select id from orders where lacks_receipt order by taken_at nulls first, id limit ${shownAtMost})
    select to_jsonb(found) as item from (
      select ${columns(sql`null`, sql`o.cod_amount`, sql`coalesce(o.taken_at, p.checked_at, o.ordered_at)`)},
        o.tab = 'received' as received,
        exists (select from receipts a where a.order_id = o.id and a.kind = 'prepayment' and a.state = 'fiscalized'
          and lives(a)) as has_advance,
        exists (select from receipts t where t.order_id = o.id and t.kind = 'ettn' and t.is_test and lives(t)) as has_test_receipt
      from bare join orders o on o.id = bare.id ${parcelAndRegister}) found
    order by since, order_id`.execute(db)
  return rows.map(({ item }) => item)
}

/** Summed up to so many: a sum over the whole past of a shop would cost more at every request than it says. */
const summedAtMost = 5_000

/** What was paid for all of them; null: there are too many to sum up. */
export async function sumLacking(db: Db | Tx): Promise<number | null> {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*) as count, coalesce(sum(cod_amount), 0)::bigint as amount
    from (select cod_amount from orders where lacks_receipt order by taken_at, id limit ${summedAtMost + 1}) bare`.execute(
    db,
  )
  const [all] = rows
  if (all === undefined) return 0
  return all.count > summedAtMost ? null : all.amount
}

/** Receipts in `attention`, by when they came there. */
export const listWaiting = (db: Db | Tx, most = shownAtMost): Promise<Found<Omit<WaitingReceipt, 'detail'>>> =>
  listFirst(
    db,
    sql`select ${columns(sql`rc.id`, sql`rc.amount`, sql`coalesce(entered.at, rc.created_at)`)}, rc.kind, rc.is_test, rc.problem
        from receipts rc
          join orders o on o.id = rc.order_id
          join cash_registers r on r.id = rc.cash_register_id
          left join lateral (select max(e.at) as at from receipt_events e
            where e.receipt_id = rc.id and e.to_state = 'attention' and e.from_state is distinct from e.to_state) entered on true
        where rc.state = 'attention'`,
    most,
  )

export const listUnfiscal = (
  db: Db,
  { paid_before }: TroubleTimes,
  most = shownAtMost,
): Promise<Found<Named & { state: ReceiptState }>> =>
  listFirst(
    db,
    sql`select ${columns(sql`rc.id`, sql`rc.amount`, sql`coalesce(o.taken_at, rc.created_at)`)}, rc.state
        from orders o ${livingReceipt}
        where ${isPaidTooLong(sql`o`, paid_before)}`,
    most,
  )

/** `control` and `fiscal` only where they differ and were not accepted. */
export const listDiffering = (db: Db | Tx, most = shownAtMost): Promise<Found<NamedSums & Differing>> =>
  listFirst(
    db,
    sql`select ${columns(sql`rc.id`, sql`rc.amount`, sql`coalesce(p.cod_changed_at, rc.fiscalized_at, rc.created_at)`)},
          case when o.control_differs then o.cod_amount end as control,
          case when rc.fiscal_differs then rc.fiscal_amount end as fiscal
        from (select id from orders where control_differs union select order_id from (${withAnotherFiscalSum}) fiscal) differing
          join orders o on o.id = differing.id ${livingReceipt} left join parcels p on p.order_id = o.id`,
    most,
  )

/** With the words of the receipt that failed, or of the advance whose failure ended it. */
export const listFailed = (db: Db | Tx, most = shownAtMost): Promise<Found<Named & { problem: string | null }>> =>
  listFirst(
    db,
    sql`select ${columns(sql`rc.id`, sql`rc.amount`, sql`coalesce(ended.at, rc.created_at)`)}, rc.problem ->> 'detail' as problem
        from orders o
          join lateral (
            select id, prepayment_id, state from receipts where order_id = o.id and kind = 'ettn' and retired_at is null
            order by lives(receipts) desc, created_at desc, id desc limit 1) last on true
          join receipts rc on rc.id = case when last.state = 'failed' then last.id else last.prepayment_id end
          left join lateral (select max(e.at) as at from receipt_events e
            where e.receipt_id = rc.id and e.to_state = 'failed') ended on true
          join cash_registers r on r.id = rc.cash_register_id
        where o.has_failed`,
    most,
  )

export const listUndelivered = (db: Db | Tx, most = shownAtMost): Promise<Found<Named>> =>
  listFirst(
    db,
    sql`select ${columns(sql`rc.id`, sql`rc.amount`, sql`coalesce(rc.fiscalized_at, rc.created_at)`)}
        from receipts rc join orders o on o.id = rc.order_id join cash_registers r on r.id = rc.cash_register_id
        where rc.is_copy_undelivered and rc.state = 'fiscalized' and rc.returned_at is null and not rc.is_test`,
    most,
  )

/** Troubles of one kind, each with the words for a person. */
export async function listTroubles<Row extends TroubleRow>(
  db: Db | Tx,
  { select, words }: TroubleKind<Row>,
  times: TroubleTimes,
  most = shownAtMost,
): Promise<Found<{ trouble: Trouble; told: Row }>> {
  const found = await listFirst<Named & { told: Row }>(
    db,
    sql`select ${columns(sql`told.receipt_id`, sql`told.amount`, sql`told.since`)}, to_jsonb(told) as told
        from (${select(times)}) told join orders o on o.id = told.order_id
        left join cash_registers r on r.id = told.cash_register_id`,
    most,
  )
  return {
    ...found,
    rows: found.rows.map(({ told, ...named }) => ({ trouble: { ...named, detail: words(told) }, told })),
  }
}

export const countTroublesOf = async (
  db: Db | Tx,
  { select }: { select: TroubleKind<never>['select'] },
  times: TroubleTimes,
): Promise<number> => (await valueFrom(db)<number>`select count(*) as count from (${select(times)}) troubled`) ?? 0
