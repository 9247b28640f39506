-- An order keeps what its receipts say of it: its tab and its alarms are generated columns and need these facts in their own row.
create function write_receipt_facts(of_order uuid) returns void language sql as $$
  update orders o set has_receipt = f.lives, version = o.version + case when o.has_receipt <> f.lives then 1 else 0 end,
    advance_only = f.advance_only, advance_amount = f.advance_amount, ettn_state = f.ettn_state, ettn_amount = f.ettn_amount, accepted_control = f.accepted_control,
    last_failed = f.last_failed
  from receipt_facts(of_order, (select ttn from orders where id = of_order)) f
  where o.id = of_order
    and (o.has_receipt, o.advance_only, o.advance_amount, o.ettn_state, o.ettn_amount, o.accepted_control, o.last_failed)
      is distinct from (f.lives, f.advance_only, f.advance_amount, f.ettn_state, f.ettn_amount, f.accepted_control, f.last_failed)
$$;
