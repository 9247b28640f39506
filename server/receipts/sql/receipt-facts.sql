-- What the receipts of an order say of it. `lives`: one of them may have a document. The rest of an advance that failed is cancelled by
-- us and has failed all the same.
create function receipt_facts(of_order uuid)
returns table (lives boolean, ettn_state text, ettn_amount bigint, accepted_control bigint, last_failed boolean)
language sql stable as $$
  -- The few receipts of the order are read once, by the index of orders: asked one by one, PostgreSQL may take another.
  with mine as materialized (
    select rc.*, counts(rc) as counts from receipts rc where order_id = of_order and retired_at is null),
  ettn as (select * from mine where counts),
  last as (select * from mine where kind = 'ettn' order by created_at desc, id desc limit 1)
  select exists (select from mine where state not in (:dead_states)),
    (select case state when 'fiscalized' then 'fiscal' else 'open' end from ettn),
    (select amount from ettn where returned_at is null),
    (select accepted_control from ettn),
    coalesce((select last.state = 'failed' or (last.state = 'cancelled' and advance.state = 'failed')
      from last left join mine advance on advance.id = last.prepayment_id), false)
$$;
