-- Called by every trigger that changes what is shown of an order. Writes the documents, announces them with their revisions and, once
-- there is a payout list, marks the orders for a new judgement. For more orders than a screen would load one by one the announcement is
-- to load everything anew.
create function orders_changed(ids uuid[]) returns void language plpgsql as $$
begin
  if ids = '{}' then
    return;
  elsif cardinality(ids) <= 1000 then
    insert into events (type, subject_id, revision) select 'order', written_id, written_revision from write_order_documents(ids);
  else
    perform write_order_documents(ids);
    insert into events (type) values ('reset');
  end if;
  insert into orders_unjudged (order_id) select unnest(ids) where exists (select from payouts);
end $$;
