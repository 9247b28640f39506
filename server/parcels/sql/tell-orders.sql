-- An order keeps the group of its parcel's code, its sum and whether it was paid: its tab and its alarms are generated columns and need
-- these facts in their own row. It keeps the group, not the code: most steps of a parcel leave the group as it is, and then the order's
-- row and its indexes stay untouched. Most answers of the carrier bring nothing new, so an update that changes no fact returns at once;
-- that is asked by `except` and not by a join, whose plan is kept: one made for a hundred rows compares every row with every other.
create function tell_orders() returns trigger language plpgsql as $$
begin
  if not exists (
    select order_id, parcel_group_of(status_code), cod_amount, paid, received_at, paid_at, status_since from added
    except
    select order_id, parcel_group_of(status_code), cod_amount, paid, received_at, paid_at, status_since from removed) then
    return null;
  end if;
  update orders o set parcel_group = parcel_group_of(p.status_code), cod_amount = p.cod_amount, paid = p.paid,
    taken_at = taken_at_of(p.status_code, p.received_at, p.paid_at, p.status_since)
  from added p
  where o.id = p.order_id
    and (o.parcel_group, o.cod_amount, o.paid, o.taken_at) is distinct from
      (parcel_group_of(p.status_code), p.cod_amount, p.paid, taken_at_of(p.status_code, p.received_at, p.paid_at, p.status_since));
  return null;
end $$;

create trigger tell_orders after update on parcels referencing old table as removed new table as added
  for each statement execute function tell_orders();
