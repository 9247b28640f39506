-- The order whose sale a document with this TTN is, of those that are not hidden: where several have the TTN, the one whose receipt was
-- stopped by it, then one that needs a receipt, then the newest.
create function order_of_ttn(wanted text) returns uuid language sql stable as $$
  select o.id from orders o where o.ttn = wanted and o.deleted_at is null
  order by exists (select from receipts rc where rc.order_id = o.id and is_stopped(rc)) desc, o.not_needed_at is null desc,
    o.ordered_at desc, o.id limit 1
$$;
