-- The orders that a TTN may belong to: those that have it now, else those whose parcel was redirected to it or from it.
create function orders_of_ttn(wanted text) returns table (order_id uuid, is_live boolean) language sql stable as $$
  with named as (select o.id, o.deleted_at is null and not o.crm_cancelled as is_live from orders o where o.ttn = wanted)
  select * from named
  union
  select o.id, o.deleted_at is null and not o.crm_cancelled
  from parcels p join orders o on o.id = p.order_id
  where not exists (select from named)
    and (p.followed_ttn = wanted or (p.successor_ttn = wanted and p.successor_kind = 'redirect')
      or (p.passed_ttns @> array[wanted] and p.passed_ttns <> '{}'))
$$;
