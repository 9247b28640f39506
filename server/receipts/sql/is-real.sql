-- A test receipt is no receipt, except in a demo, where all are test ones; one of a register that has become real since is retired.
create function is_real(rc receipts) returns boolean language sql stable as $$
  select rc.retired_at is null and (not rc.is_test or is_demo())
$$;
