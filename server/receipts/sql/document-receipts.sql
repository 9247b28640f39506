-- A prepayment stands in the document of its order's receipt. What is frozen (`hold_receipt`) need not be compared.
create function document_receipts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform orders_changed(array(select distinct order_id from (
      select id, order_id, state, cancel_wanted, fiscal_code, fiscalized_at, returned_at, receipt_url, problem, retired_at from added
      except
      select id, order_id, state, cancel_wanted, fiscal_code, fiscalized_at, returned_at, receipt_url, problem, retired_at from removed) changed));
  else
    perform orders_changed(array(select distinct order_id from added));
  end if;
  return null;
end $$;

create trigger write_documents_insert after insert on receipts referencing new table as added
  for each statement execute function document_receipts();

create trigger write_documents_update after update on receipts referencing old table as removed new table as added
  for each statement execute function document_receipts();
