-- What the receipts of an order say of it. `lives`: one of them may have a document in force. `advance_only`: those that live are fiscal
-- advances, so that the order may still get another TTN. The sale of a parcel whose receipt was returned had its receipt: it stands for this
-- TTN (`of_ttn`) until another is made, and for no other TTN; nor for a parcel that was handed over after the return. `advance_amount`: of the fiscal advance that lives. The rest of an advance that failed is cancelled by us and has failed all the same.
create function receipt_facts(of_order uuid, of_ttn text)
returns table (lives boolean, advance_only boolean, advance_amount bigint, ettn_state text, ettn_amount bigint, accepted_control bigint, last_failed boolean)
language sql stable as $$
  -- The few receipts of the order are read once, by the index of orders: asked one by one, PostgreSQL may take another.
  with mine as materialized (
    select rc.*, lives(rc) as lives, counts(rc) as counts, is_real(rc) as is_real
    from receipts rc where order_id = of_order and retired_at is null),
  handed_over as (
    select coalesce(received_at, status_since) as at from parcels
    where order_id = of_order and ttn = of_ttn and status_code in (:received_codes)),
  ettn as (
    select * from mine
    where counts or (kind = 'ettn' and is_real and state = 'fiscalized' and ttn = of_ttn
      and returned_at > coalesce((select at from handed_over), '-infinity'))
    order by counts desc, created_at desc, id desc limit 1),
  -- One that lives is the last, whatever clock has dated the others.
  last as (select * from mine where kind = 'ettn' order by lives desc, created_at desc, id desc limit 1)
  select exists (select from mine where lives),
    coalesce((select bool_and(kind = 'prepayment' and state = 'fiscalized') from mine where lives), false),
    (select amount from mine where lives and is_real and kind = 'prepayment' and state = 'fiscalized'),
    (select case state when 'fiscalized' then 'fiscal' else 'open' end from ettn),
    (select amount from ettn where counts),
    (select accepted_control from ettn),
    coalesce((select last.state = 'failed' or (last.state = 'cancelled' and advance.state = 'failed')
      from last left join mine advance on advance.id = last.prepayment_id), false)
$$;
