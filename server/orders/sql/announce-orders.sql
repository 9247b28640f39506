-- Announces orders for which something changed beside their documents (`server/events/announce.ts`).
create function announce_orders(ids uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into events (type, subject_id, revision)
  select 'order', order_id, revision from order_documents where order_id = any(ids) and cardinality(ids) <= 1000
  union all select 'reset', null, null where cardinality(ids) > 1000;
end $$;
