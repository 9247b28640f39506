-- Which receipt stands for the sale of its order: the ETTN receipt, as long as there is no proof that it has no document. A prepayment does
-- not: its rest is still to be paid. An index holds that an order has at most one such receipt.
create function counts(rc receipts) returns boolean language sql stable as $$
  select rc.kind = 'ettn' and rc.state not in (:dead_states) and is_real(rc)
$$;
