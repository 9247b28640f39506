-- An order keeps the group of its parcel's code, its sum and whether it is paid for, which a refused parcel is not: its tab and its alarms are generated columns and need
-- these facts in their own row. It keeps the group, not the code: most steps of a parcel leave the group as it is, and then the order's
-- row and its indexes stay untouched.
create function write_parcel_facts(of_orders uuid[]) returns void language sql as $$
  update orders o set parcel_group = f.parcel_group, cod_amount = f.cod_amount, paid = f.paid, taken_at = f.taken_at
  from (
    select order_id, parcel_group_of(status_code) as parcel_group, cod_amount,
      paid and not coalesce(status_code in (:refused_codes), false) as paid,
      taken_at_of(status_code, received_at, paid_at, status_since) as taken_at
    from parcels where order_id = any (of_orders)) f
  where o.id = f.order_id
    and (o.parcel_group, o.cod_amount, o.paid, o.taken_at) is distinct from (f.parcel_group, f.cod_amount, f.paid, f.taken_at)
$$;
