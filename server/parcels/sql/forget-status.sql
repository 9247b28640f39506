-- Another TTN is another parcel: what was known of the old one, and «no receipt needed», do not hold for it; nor does a returned receipt
-- of the old one stand for it. A received parcel without a receipt is not forgotten with its TTN: it is kept (`left_sales`) and shown to
-- a person, unless it was redirected to the new one.
create function forget_status() returns trigger language plpgsql as $$
begin
  if old.lacks_receipt and old.tab = 'received' and not is_same_parcel(old.id, new.ttn) then
    insert into left_sales as known (order_id, ttn, amount, taken_at) values (old.id, old.ttn, old.cod_amount, old.taken_at)
    on conflict (order_id, ttn) do update set amount = excluded.amount, taken_at = excluded.taken_at, left_at = excluded.left_at,
      settled_at = null, reason = null;
  end if;
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
