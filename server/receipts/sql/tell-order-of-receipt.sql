-- The order is locked before its receipts are read: of two receipts that end at the same moment the later one sees the earlier one's end.
-- A receipt is locked before its order everywhere but at its creation, where the order is locked first and no other transaction can know
-- the receipt: so no two wait for each other. Only the beginning and the end of a receipt, its return, its retirement and an accepted sum
-- concern its order.
create function tell_order_of_receipt() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for no key update;
  perform write_receipt_facts(new.order_id);
  return null;
end $$;

create trigger tell_order_of_receipt after insert on receipts
  for each row execute function tell_order_of_receipt();

create trigger tell_order_of_change after update of state, retired_at, returned_at, accepted_control on receipts
  for each row
  when ((old.state <> new.state and (old.state in (:settled_states) or new.state in (:settled_states)))
    or old.retired_at is distinct from new.retired_at or old.returned_at is distinct from new.returned_at
    or old.accepted_control is distinct from new.accepted_control)
  execute function tell_order_of_receipt();
