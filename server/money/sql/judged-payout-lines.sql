-- The judgement of these lines, from the rows of other tables. A table that was just filled has no statistics, so PostgreSQL is told to
-- use the indexes.
create function judged_payout_lines(ids uuid[])
returns table (line_id uuid, state text, why text, order_id uuid, is_ambiguous boolean, receipt_id uuid, difference bigint)
language sql stable set enable_seqscan = off as $$
  select l.id, judged.state, case when judged.state = 'no_receipt' then missing.why end, found.order_id,
    found.order_id is null and found.candidates > 0, receipt.id, case when receipt.state = 'fiscalized' then paid.accepted - receipt.amount end
  from payout_lines l
  join payouts p on p.id = l.payout_id
  cross join lateral (
    select count(*) as candidates,
      case when count(*) = 1 then (array_agg(c.order_id))[1]
        when count(*) filter (where c.is_live) = 1 then (array_agg(c.order_id) filter (where c.is_live))[1] end as order_id
    from orders_of_ttn(l.ttn) c) found
  left join orders o on o.id = found.order_id
  left join lateral (
    select r.id, r.state, r.amount, r.returned_at, r.cash_register_id from receipts r
    where r.order_id = found.order_id and r.kind = 'ettn' and r.retired_at is null and (not r.is_test or is_demo())
    order by r.state not in (:dead_states) desc, r.created_at desc, r.id desc limit 1) receipt on true
  left join cash_registers register on register.id = receipt.cash_register_id
  cross join lateral (
    select coalesce(sum(same.accepted), 0)::bigint as accepted from payout_lines same join payouts q on q.id = same.payout_id
    where same.ttn = l.ttn and not is_repeated_line(same, q)) paid
  cross join lateral (
    select case
      when receipt.state in (:doubtful_states) then 'in_doubt'
      when receipt.state not in (:dead_states) then 'waiting'
      when o.not_needed_at is not null then 'not_needed'
      when receipt.id is not null then 'cancelled'
      else 'none' end as why) missing
  cross join lateral (
    select case
      when is_repeated_line(l, p) then 'duplicate'
      when l.accepted < 0 or (receipt.state = 'fiscalized' and receipt.returned_at is not null) then 'returned'
      when found.order_id is null then 'unknown_ttn'
      when receipt.state not in (:dead_states) and register.payee_id <> p.payee_id then 'other_payee'
      when receipt.state is distinct from 'fiscalized' then 'no_receipt'
      when paid.accepted <> receipt.amount then 'sum_differs'
      else 'matched' end as state) judged
  where l.id = any(ids)
$$;
