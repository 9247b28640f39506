-- Which receipts of an order count, and what they say of it. Live: no proof that there is no document. A test receipt counts in a demo
-- only, and a retired one nowhere. The rest of an advance that failed is cancelled by us and has failed all the same.
-- `contract/receipt-troubles.ts` has the same rule as functions; a test holds the two against each other.
create function receipt_facts(of_order uuid)
returns table (lives boolean, ettn_state text, ettn_amount bigint, accepted_control bigint, last_failed boolean)
language sql stable as $$
  -- The few receipts of the order are read once, by the index of orders: asked one by one, PostgreSQL may take another.
  with mine as materialized (
    select id, kind, state, amount, created_at, prepayment_id, returned_at, accepted_control,
      state not in (:dead_states) as lives, not is_test or is_demo() as counts
    from receipts where order_id = of_order and retired_at is null),
  ettn as (select * from mine where kind = 'ettn' and lives and counts),
  last as (select * from mine where kind = 'ettn' order by created_at desc, id desc limit 1)
  select exists (select from mine where lives),
    (select case state when 'fiscalized' then 'fiscal' else 'open' end from ettn),
    (select amount from ettn where returned_at is null),
    (select accepted_control from ettn),
    coalesce((select last.state = 'failed' or (last.state = 'cancelled' and advance.state = 'failed')
      from last left join mine advance on advance.id = last.prepayment_id), false)
$$;
