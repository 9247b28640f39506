-- Whether the CRM says something else of an order than the order has. A status that moved on is no difference by itself: that of every
-- order with a receipt moves on. What the CRM did not say at all does not differ either.
create function crm_differs(o orders) returns boolean language sql stable as $$
  select coalesce(
    o.crm -> 'ttn' <> coalesce(to_jsonb(o.ttn), 'null') or o.crm ->> 'number' <> o.number
      or (o.crm ->> 'ordered_at')::timestamptz(3) <> o.ordered_at
      or o.crm ->> 'recipient_name' <> o.recipient_name or o.crm ->> 'recipient_phone' <> o.recipient_phone
      or o.crm ->> 'notes' <> o.notes or o.crm -> 'goods' <> o.goods or (o.crm ->> 'total')::bigint <> o.total,
    false)
$$;
