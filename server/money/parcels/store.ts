import { sql, type RawBuilder } from 'kysely'
import { openPaymentStates, type ParcelPayment, type ParcelPaymentQuery } from '#/contract/parcel-payments.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { anyFrom, valueFrom, valuesFrom } from '#/server/platform/database/rows.ts'
import { day, instant, named } from '#/server/platform/database/json.ts'
import { judgePaidWithin } from '../judging/judge.ts'
import { isWithoutPayouts } from '../judging/lock.ts'
import { paymentRows } from '../judging/payment-store.ts'
import { lastLateDay, lateAfter, type Today } from './rules.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    parcel_decisions: {
      order_id: string
      settled_as: string
      reason: string
      at: string
      by: string | null
      by_login: string | null
    }
  }
}

/** Every paid parcel with its state on this day. Its judgement is what a person settles: another one is open again. */
export const paymentsOn = (
  today: Today,
  source: RawBuilder<unknown> = sql`parcel_payments`,
): RawBuilder<unknown> => sql`(
  select dated.*, dated.state || coalesce('/' || dated.why, '') || case when dated.state = 'sum_differs'
      then '/' || dated.accepted - dated.receipt_amount else '' end as judgement
  from (
    select kept.order_id, kept.ttn, kept.paid_on, kept.amount, kept.cash_register_id, kept.payee_id, kept.receipt_id,
      kept.receipt_amount, kept.accepted, kept.lines, kept.why,
      case when kept.state <> 'awaiting' then kept.state
        when first.day is null or kept.paid_on < first.day then 'unwatched'
        when kept.paid_on <= ${lastLateDay(today)}::date then 'late'
        else 'awaited' end as state
    from ${source} kept
    left join (select payee_id, min(day) as day from payouts group by payee_id) of_payee on of_payee.payee_id = kept.payee_id
    cross join (select min(day) as day from payouts) of_all
    cross join lateral (select case when kept.payee_id is null then of_all.day else of_payee.day end as day) first) dated)`

/**
 * The parcels that were paid for within a period, for its reports. Judgements are kept only from the first payout list on; a shop that
 * has none yet has its parcels judged as they are read, so that its report does not say that nothing was paid.
 */
export async function paymentsWithin(
  db: Db,
  { from, to }: { from: string; to: string },
  today: Today,
): Promise<RawBuilder<unknown>> {
  const source = (await isWithoutPayouts(db))
    ? sql`(select * from ${paymentRows(await judgePaidWithin(db, from, to))})`
    : undefined
  return sql`(select * from ${paymentsOn(today, source)} paid where paid.paid_on between ${from}::date and ${to}::date)`
}

const openStates = sql.lit(`{${openPaymentStates.join()}}`)

/** What a person has to see to and has not settled. */
export const isOpenPayment = sql`(pp.state = any(${openStates}::text[]) and pp.why is distinct from 'not_needed'
  and decision.settled_as is distinct from pp.judgement)`

export const paymentJson = sql`json_build_object(
  'order', json_build_object('id', o.id, 'number', o.number), 'ttn', pp.ttn, 'paid_on', ${day(sql`pp.paid_on`)}, 'amount', pp.amount,
  'cash_register', ${named('register')}, 'payee', ${named('payee')},
  'receipt', case when pp.receipt_id is not null and pp.state <> 'no_receipt'
    then json_build_object('id', pp.receipt_id, 'amount', pp.receipt_amount) end,
  'accepted', pp.accepted, 'lines', pp.lines, 'state', pp.state, 'why', pp.why,
  'settled', case when decision.settled_as = pp.judgement then json_build_object('reason', decision.reason,
    'at', ${instant(sql`decision.at`)}, 'by', decision.by_login) end)`

export const wholePayment = (today: Today): RawBuilder<unknown> => sql`${paymentsOn(today)} pp
  join orders o on o.id = pp.order_id
  left join cash_registers register on register.id = pp.cash_register_id
  left join payees payee on payee.id = pp.payee_id
  left join parcel_decisions decision on decision.order_id = pp.order_id`

/** When money is due follows from the day of payment. */
export const withDue = <Item extends { paid_on: string }>(item: Item, today: Today): Item & { late_after: string } => ({
  ...item,
  late_after: lateAfter(item.paid_on, today),
})

type PaymentRow = Omit<ParcelPayment, 'late_after'>

export async function findPayment(db: Db | Tx, orderId: string, today: Today): Promise<ParcelPayment | undefined> {
  const payment = await valueFrom(db)<PaymentRow>`
    select ${paymentJson} from ${wholePayment(today)} where pp.order_id = ${orderId}`
  return payment && withDue(payment, today)
}

/** Newest day first. `limit + 1` rows tell whether there is a next page. */
export async function listPayments(
  db: Db,
  query: ParcelPaymentQuery,
  after: PageCursor | null,
  today: Today,
): Promise<ParcelPayment[]> {
  const { state, open, payee_id, cash_register_id, from, to, limit } = query
  const payments = await valuesFrom(db)<PaymentRow>`
    select ${paymentJson} from ${wholePayment(today)}
    where true
      ${state === undefined ? sql`` : sql`and pp.state = ${state}`}
      ${open === undefined ? sql`` : open === 'true' ? sql`and ${isOpenPayment}` : sql`and not ${isOpenPayment}`}
      ${payee_id === undefined ? sql`` : sql`and pp.payee_id = ${payee_id}`}
      ${cash_register_id === undefined ? sql`` : sql`and pp.cash_register_id = ${cash_register_id}`}
      ${from === undefined ? sql`` : sql`and pp.paid_on >= ${from}::date`}
      ${to === undefined ? sql`` : sql`and pp.paid_on <= ${to}::date`}
      ${after === null ? sql`` : sql`and (pp.paid_on < ${after.at}::timestamptz::date or (pp.paid_on = ${after.at}::timestamptz::date and pp.order_id > ${after.id}::uuid))`}
    order by pp.paid_on desc, pp.order_id
    limit ${limit + 1}`
  return payments.map((payment) => withDue(payment, today))
}

/** `false`: it is not open, so there is nothing to settle. */
export const settlePayment = (
  tx: Tx,
  orderId: string,
  today: Today,
  decided: { reason: string; at: string; by: { id: string; login: string } | null },
): Promise<boolean> =>
  anyFrom(tx)`
    insert into parcel_decisions as kept (order_id, settled_as, reason, at, by, by_login)
    select pp.order_id, pp.judgement, ${decided.reason}, ${decided.at}::timestamptz, ${decided.by?.id ?? null}::uuid, ${decided.by?.login ?? null}
    from ${paymentsOn(today)} pp left join parcel_decisions decision on decision.order_id = pp.order_id
    where pp.order_id = ${orderId} and ${isOpenPayment}
    on conflict (order_id) do update set settled_as = excluded.settled_as, reason = excluded.reason, at = excluded.at, by = excluded.by,
      by_login = excluded.by_login
    returning order_id`

/** `false`: nothing was settled, or the judgement has changed since. */
export const reopenPayment = (tx: Tx, orderId: string, today: Today): Promise<boolean> =>
  anyFrom(tx)`
    delete from parcel_decisions decision using ${paymentsOn(today)} pp
    where decision.order_id = ${orderId} and pp.order_id = decision.order_id and decision.settled_as = pp.judgement
    returning decision.order_id`
