-- Where another trigger changes orders, the statement that fired that trigger has the documents written, once: hence the depth.
-- The names of the triggers put them after those that change parcels and tallies: PostgreSQL fires triggers in the order of their names.
create function document_orders() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    perform orders_changed(array(select id from added));
  end if;
  return null;
end $$;

create trigger write_documents_insert after insert on orders referencing new table as added
  for each statement execute function document_orders();

create trigger write_documents_update after update on orders referencing new table as added
  for each statement execute function document_orders();
