-- Writes the documents of these orders and gives their new revisions. The documents are locked before the rows are read: of two writers
-- the later one sees what the earlier one committed. Locks are taken in the order of the ids, so that two writers of many orders do not
-- wait for each other. Without the generic plan PostgreSQL would plan anew for each list of ids, which takes ten times as long as writing
-- the document.
create function write_order_documents(ids uuid[])
returns table (written_id uuid, written_revision bigint)
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from order_documents where order_id = any(ids) order by order_id for no key update;
  return query
    insert into order_documents as kept (order_id, hidden, has_parcel, crm_changed, prepayment_stays, body)
    select * from order_bodies(ids)
    on conflict (order_id) do update
      set revision = kept.revision + 1, hidden = excluded.hidden, has_parcel = excluded.has_parcel,
        crm_changed = excluded.crm_changed, prepayment_stays = excluded.prepayment_stays, body = excluded.body
    returning kept.order_id, kept.revision;
end $$;
