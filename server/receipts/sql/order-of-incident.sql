-- The order of an open incident: the one that was there when the document was seen, else the one that has got its TTN since.
create function order_of_incident(i receipt_incidents) returns uuid language sql stable as $$
  select coalesce(i.order_id, order_of_ttn(i.details ->> 'ttn'))
$$;
