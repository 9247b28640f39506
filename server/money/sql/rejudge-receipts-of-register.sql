-- Whose money a receipt stands for decides whether a transfer went to the right payee.
create function rejudge_receipts_of_register() returns trigger language plpgsql as $$
begin
  insert into orders_unjudged (order_id)
  select order_id from receipts where cash_register_id = new.id
  union select order_id from parcels where cash_register_id = new.id;
  return null;
end $$;

create trigger rejudge_receipts after update of payee_id on cash_registers for each row
  when (old.payee_id is distinct from new.payee_id) execute function rejudge_receipts_of_register();
