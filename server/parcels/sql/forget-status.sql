-- Another TTN is another parcel: what was known of the old one, and «no receipt needed», do not hold for it; nor does a returned receipt
-- of the old one stand for it.
create function forget_status() returns trigger language plpgsql as $$
begin
  new.parcel_group := null;
  new.cod_amount := null;
  new.paid := false;
  new.taken_at := null;
  new.not_needed_reason := null;
  new.not_needed_at := null;
  new.not_needed_by := null;
  new.not_needed_by_login := null;
  select ettn_state, ettn_amount, accepted_control into new.ettn_state, new.ettn_amount, new.accepted_control
  from receipt_facts(new.id, new.ttn);
  return new;
end $$;

create trigger forget_status before update of ttn on orders for each row
  when (old.ttn is distinct from new.ttn) execute function forget_status();
