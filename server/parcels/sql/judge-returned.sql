-- A receipt that was returned before its parcel was handed over does not stand for the sale.
create function judge_returned() returns trigger language plpgsql as $$
begin
  select ettn_state, ettn_amount, accepted_control into new.ettn_state, new.ettn_amount, new.accepted_control
  from receipt_facts(new.id, new.ttn);
  return new;
end $$;

create trigger judge_returned before update of parcel_group on orders for each row
  when (coalesce(old.parcel_group = 'received', false) <> coalesce(new.parcel_group = 'received', false))
  execute function judge_returned();
