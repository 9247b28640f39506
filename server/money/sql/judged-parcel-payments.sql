-- The judgement of the payments for the parcels of these orders. Whether an awaited payment is late depends on the day it is read, so it
-- is no part of the judgement.
create function judged_parcel_payments(ids uuid[])
returns table (order_id uuid, ttn text, paid_on date, amount bigint, cash_register_id uuid, payee_id uuid, receipt_id uuid, receipt_amount bigint, accepted bigint, lines integer, state text, why text)
language sql stable set enable_seqscan = off as $$
  select o.id, o.ttn, (coalesce(o.taken_at, o.ordered_at) at time zone 'Europe/Kyiv')::date, o.cod_amount,
    register.id, register.payee_id, receipt.id, receipt.amount, paid.accepted, paid.lines, judged.state,
    case when judged.state = 'no_receipt' then missing.why end
  from orders o
  join parcels p on p.order_id = o.id
  left join lateral (
    select r.id, r.state, r.amount, r.returned_at, r.cash_register_id from receipts r
    where r.order_id = o.id and r.kind = 'ettn' and r.retired_at is null and (not r.is_test or is_demo())
    order by r.state not in (:dead_states) desc, r.created_at desc, r.id desc limit 1) receipt on true
  left join cash_registers register
    on register.id = case when receipt.state not in (:dead_states) then receipt.cash_register_id else p.cash_register_id end
  cross join lateral (
    select coalesce(sum(l.accepted), 0)::bigint as accepted, count(*)::int as lines,
      coalesce(bool_or(q.payee_id <> register.payee_id), false) as is_elsewhere
    from payout_lines l join payouts q on q.id = l.payout_id where l.order_id = o.id and l.state <> 'duplicate') paid
  cross join lateral (
    select case
      when receipt.state in (:doubtful_states) then 'in_doubt'
      when receipt.state not in (:dead_states) then 'waiting'
      when o.not_needed_at is not null then 'not_needed'
      when receipt.id is not null then 'cancelled'
      else 'none' end as why) missing
  cross join lateral (
    select case
      when receipt.state = 'fiscalized' and receipt.returned_at is not null then 'returned'
      when receipt.state not in (:dead_states) and paid.is_elsewhere then 'other_payee'
      when receipt.state is distinct from 'fiscalized' then 'no_receipt'
      when paid.lines > 0 and paid.accepted <> receipt.amount then 'sum_differs'
      when paid.lines > 0 then 'settled'
      else 'awaiting' end as state) judged
  where o.id = any(ids) and o.deleted_at is null and o.cod_amount > 0 and (o.paid or o.parcel_group = 'received')
$$;
