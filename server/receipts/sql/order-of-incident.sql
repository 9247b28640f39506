-- The order of an open incident: the one that was there when the document was seen, else the one that has got its TTN since.
create function order_of_incident(i receipt_incidents) returns uuid language sql stable as $$
  select coalesce(i.order_id, (
    select o.id from orders o where o.ttn = i.details ->> 'ttn' and o.deleted_at is null order by o.ordered_at desc, o.id limit 1))
$$;
