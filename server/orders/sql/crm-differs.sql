-- Whether the CRM says something else of an order than the order has, its TTN included.
create function crm_differs(o orders) returns boolean language sql stable as $$
  select crm_differs_beside_ttn(o) or coalesce(o.crm -> 'ttn' <> coalesce(to_jsonb(o.ttn), 'null'), false)
$$;
