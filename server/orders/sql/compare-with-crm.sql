-- `crm_changed` is a comparison: a statement of the sync or of a person cannot leave it wrong. A new order is as the CRM says.
create function compare_with_crm() returns trigger language plpgsql as $$
begin
  new.crm_changed := crm_differs(new);
  return new;
end $$;

create trigger compare_with_crm
  before update of number, ordered_at, recipient_name, recipient_phone, ttn, notes, goods, total, crm on orders
  for each row execute function compare_with_crm();
