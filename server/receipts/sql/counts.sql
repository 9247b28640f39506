-- Which receipt stands for the sale of its order: the living ETTN receipt. A prepayment does not: its rest is still to be paid. An index
-- holds that an order has at most one such receipt.
create function counts(rc receipts) returns boolean language sql stable as $$
  select rc.kind = 'ettn' and lives(rc) and is_real(rc)
$$;
