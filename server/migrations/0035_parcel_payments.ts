import { sql, type Kysely } from 'kysely'

/**
 * What became of the money for each parcel that was paid, worked out by `judged_parcel_payments` and kept as the judgements of the
 * transfers are (migration 0033). `awaiting` is not told apart by time here: whether money is late depends on the day it is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table parcel_payments (
      order_id uuid primary key references orders (id),
      ttn text not null,
      paid_on date not null,
      amount bigint not null check (amount > 0),
      cash_register_id uuid references cash_registers (id),
      payee_id uuid references payees (id),
      receipt_id uuid references receipts (id),
      receipt_amount bigint,
      accepted bigint not null,
      lines integer not null,
      state text not null check (state in ('returned', 'other_payee', 'no_receipt', 'sum_differs', 'settled', 'awaiting')),
      why text check (why in ('none', 'waiting', 'in_doubt', 'cancelled', 'not_needed')),
      check ((why is null) = (state <> 'no_receipt')))`.execute(db)
  await sql`create index parcel_payments_by_day on parcel_payments (paid_on desc, order_id)`.execute(db)
  await sql`create index parcel_payments_awaiting on parcel_payments (paid_on, order_id) where state = 'awaiting'`.execute(
    db,
  )
  await sql`
    create table parcel_decisions (
      order_id uuid primary key references orders (id),
      settled_as text not null,
      reason text not null check (reason <> ''),
      at timestamptz(3) not null,
      by uuid,
      by_login text)`.execute(db)
  await createJudgement(db)
}

async function createJudgement(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function working_day_after(start date, days integer) returns date language sql immutable as $$
      select start - greatest(extract(isodow from start)::int - 5, 0) + days
        + 2 * ((least(extract(isodow from start)::int, 5) - 1 + days) / 5)
    $$`.execute(db)
  await sql`
    create function judged_parcel_payments(ids uuid[])
    returns table (order_id uuid, ttn text, paid_on date, amount bigint, cash_register_id uuid, payee_id uuid, receipt_id uuid,
      receipt_amount bigint, accepted bigint, lines integer, state text, why text)
    language sql stable set enable_seqscan = off as $$
      select o.id, o.ttn, (coalesce(o.taken_at, o.ordered_at) at time zone 'Europe/Kyiv')::date, o.cod_amount,
        register.id, register.payee_id, receipt.id, receipt.amount, paid.accepted, paid.lines, judged.state,
        case when judged.state = 'no_receipt' then missing.why end
      from orders o
      join parcels p on p.order_id = o.id
      left join lateral (
        select r.id, r.state, r.amount, r.returned_at, r.cash_register_id from receipts r
        where r.order_id = o.id and r.kind = 'ettn' and r.retired_at is null and (not r.is_test or is_demo())
        order by r.state not in ('cancelled', 'failed') desc, r.created_at desc, r.id desc limit 1) receipt on true
      left join cash_registers register
        on register.id = case when receipt.state not in ('cancelled', 'failed') then receipt.cash_register_id else p.cash_register_id end
      cross join lateral (
        select coalesce(sum(l.accepted), 0)::bigint as accepted, count(*)::int as lines,
          coalesce(bool_or(q.payee_id <> register.payee_id), false) as is_elsewhere
        from payout_lines l join payouts q on q.id = l.payout_id where l.order_id = o.id and l.state <> 'duplicate') paid
      cross join lateral (
        select case
          when receipt.state in ('unknown', 'attention', 'cancel_unknown') then 'in_doubt'
          when receipt.state not in ('cancelled', 'failed') then 'waiting'
          when o.not_needed_at is not null then 'not_needed'
          when receipt.id is not null then 'cancelled'
          else 'none' end as why) missing
      cross join lateral (
        select case
          when receipt.state = 'fiscalized' and receipt.returned_at is not null then 'returned'
          when receipt.state not in ('cancelled', 'failed') and paid.is_elsewhere then 'other_payee'
          when receipt.state is distinct from 'fiscalized' then 'no_receipt'
          when paid.lines > 0 and paid.accepted <> receipt.amount then 'sum_differs'
          when paid.lines > 0 then 'settled'
          else 'awaiting' end as state) judged
      where o.id = any(ids) and o.deleted_at is null and o.cod_amount > 0 and (o.paid or o.parcel_group = 'received')
    $$`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function judged_parcel_payments(uuid[])`.execute(db)
  await sql`drop function working_day_after(date, integer)`.execute(db)
  await sql`drop table parcel_decisions, parcel_payments`.execute(db)
}
