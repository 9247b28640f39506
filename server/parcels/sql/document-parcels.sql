-- Most answers of the carrier change nothing that the document of the order shows. Where another trigger changes parcels, the statement
-- that fired that trigger has the documents written.
create function document_parcels() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform orders_changed(array(select order_id from (
      select order_id, status_code, status_text, own, cod_amount, cod_kind, paid, received_at, followed_ttn, successor_ttn, successor_kind,
        problem, cash_register_id, due_at is null from added
      except
      select order_id, status_code, status_text, own, cod_amount, cod_kind, paid, received_at, followed_ttn, successor_ttn, successor_kind,
        problem, cash_register_id, due_at is null from removed) changed));
  elsif tg_op = 'INSERT' then
    perform orders_changed(array(select order_id from added));
  else
    perform orders_changed(array(select order_id from removed));
  end if;
  return null;
end $$;

create trigger write_documents_insert after insert on parcels referencing new table as added
  for each statement execute function document_parcels();

create trigger write_documents_update after update on parcels referencing old table as removed new table as added
  for each statement execute function document_parcels();

create trigger write_documents_delete after delete on parcels referencing old table as removed
  for each statement execute function document_parcels();
