-- Whether the parcel of the order was redirected to this TTN, or went under it on its way.
create function is_same_parcel(of_order uuid, other_ttn text) returns boolean language sql stable as $$
  select exists (
    select from parcels where order_id = of_order and (followed_ttn = other_ttn or other_ttn = any(passed_ttns)
      or (successor_kind = 'redirect' and successor_ttn = other_ttn)))
$$;
