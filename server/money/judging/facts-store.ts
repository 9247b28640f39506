import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowsFrom } from '#/server/platform/database/rows.ts'
import { day, instant } from '#/server/platform/database/json.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import type { LineVerdict } from '../payouts/store.ts'
import type { Candidate, LineFacts, PaymentFacts } from './rules.ts'

/** A line with the verdict that is kept of it. */
export interface KeptLine extends LineFacts {
  kept: LineVerdict
}

/** All lines of these TTNs, and all that share an operation with one of them. Under the lock of money nothing changes in between. */
export async function listLineFacts(db: Db | Tx, ttns: readonly string[]): Promise<KeptLine[]> {
  const ofTtns = await listLines(db, sql`l.ttn = any(${ttns}::text[])`)
  const operations = ofTtns.flatMap(({ operation_id }) => operation_id ?? [])
  const others = sql`l.operation_id = any(${operations}::text[]) and l.ttn <> all(${ttns}::text[])`
  return [...ofTtns, ...(await listLines(db, others))]
}

const listLines = (db: Db | Tx, where: RawBuilder<unknown>): Promise<KeptLine[]> =>
  rowsFrom(db)`
    select l.id, l.ttn, l.accepted, l.operation_id, l.position,
      json_build_object('id', p.id, 'day', ${day(sql`p.day`)}, 'number', p.number, 'payee_id', p.payee_id) as payout,
      json_build_object('state', l.state, 'why', l.why, 'order_id', l.order_id, 'is_ambiguous', l.is_ambiguous,
        'receipt_id', l.receipt_id, 'difference', l.difference) as kept
    from payout_lines l join payouts p on p.id = l.payout_id where ${where}`

/**
 * The orders that each TTN may belong to. Orders, parcels and receipts are read by one statement, so that they are of one moment; what
 * changes after it leaves the order in `orders_unjudged`. Few parcels have passed TTNs, and only theirs may be compared: `<> '{}'` is first.
 */
export async function listCandidates(db: Db | Tx, ttns: readonly string[]): Promise<Map<string, Candidate[]>> {
  const wanted = sql`${ttns}::text[]`
  const rows = await rowsFrom(db)<Candidate & { ttn: string }>`
    with found as materialized (
      select ttn, id as order_id, true as is_named from orders where ttn = any(${wanted})
      union select followed_ttn, order_id, false from parcels where followed_ttn = any(${wanted})
      union select successor_ttn, order_id, false from parcels where successor_ttn = any(${wanted}) and successor_kind = 'redirect'
      union select passed.ttn, order_id, false from parcels cross join unnest(passed_ttns) passed (ttn)
        where passed_ttns <> '{}' and passed_ttns && ${wanted} and passed.ttn = any(${wanted}))
    select found.ttn, found.is_named, o.id, o.deleted_at is null and not o.crm_cancelled as is_live,
      o.not_needed_at is not null as is_not_needed, ${receipts} as receipts
    from found join orders o on o.id = found.order_id
    left join ${receiptsOf(sql`select order_id from found`)} on made.order_id = o.id`
  const candidates = new Map<string, Candidate[]>(ttns.map((ttn) => [ttn, []]))
  for (const { ttn, ...candidate } of rows) candidates.get(ttn)?.push(candidate)
  return candidates
}

/** The receipts of parcels, also those that came to nothing. */
const receiptsOf = (orderIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select r.order_id, json_agg(json_build_object('id', r.id, 'state', r.state, 'amount', r.amount,
    'is_returned', r.returned_at is not null, 'created_at', ${instant(sql`r.created_at`)},
    'register', json_build_object('id', register.id, 'payee_id', register.payee_id))) as list
  from receipts r join cash_registers register on register.id = r.cash_register_id
  where r.order_id in (${orderIds}) and r.kind = 'ettn' and is_real(r)
  group by r.order_id) made`
const receipts = sql`coalesce(made.list, '[]')`

const paidAt = sql`coalesce(o.taken_at, o.ordered_at)`

/** What makes a parcel one that the buyer paid for. */
export const isPaidParcel = sql`(o.deleted_at is null and o.cod_amount > 0 and (o.paid or o.parcel_group = 'received'))`

/** Of those of these orders whose parcel is paid for. Transfers must have been judged before: they say which order they belong to. */
export const listPaymentFacts = (db: Db | Tx, orderIds: readonly string[]): Promise<PaymentFacts[]> =>
  listPaid(db, sql`o.id = any(${orderIds}::uuid[])`, orderIds)

/** Of a shop without payout lists, so there are no transfers. */
export const listPaidWithin = (db: Db, from: string, to: string): Promise<PaymentFacts[]> =>
  listPaid(db, sql`${paidAt} >= ${kyivDay(from, 0)} and ${paidAt} < ${kyivDay(to, 1)}`, [])

const listPaid = (db: Db | Tx, where: RawBuilder<unknown>, withTransfers: readonly string[]): Promise<PaymentFacts[]> =>
  rowsFrom(db)`
    with wanted as materialized (
      select o.id, o.ttn, (${paidAt} at time zone 'Europe/Kyiv')::date as paid_on, o.cod_amount,
        o.not_needed_at is not null as is_not_needed
      from orders o where ${where} and ${isPaidParcel})
    select o.id as order_id, o.ttn, ${day(sql`o.paid_on`)} as paid_on, o.cod_amount as amount, o.is_not_needed, ${receipts} as receipts,
      case when register.id is not null then json_build_object('id', register.id, 'payee_id', register.payee_id) end as register,
      coalesce(paid.accepted, 0)::bigint as accepted, coalesce(paid.lines, 0)::int as lines, coalesce(paid.payee_ids, '[]') as payee_ids
    from wanted o join parcels p on p.order_id = o.id
    left join cash_registers register on register.id = p.cash_register_id
    left join ${receiptsOf(sql`select id from wanted`)} on made.order_id = o.id
    left join (
      select l.order_id, sum(l.accepted) as accepted, count(*) as lines, json_agg(distinct q.payee_id) as payee_ids
      from payout_lines l join payouts q on q.id = l.payout_id
      where l.order_id = any(${withTransfers}::uuid[]) and l.state <> 'duplicate' group by l.order_id) paid on paid.order_id = o.id`
