-- It waits for a person because of another document: it has none of its own.
create function is_stopped(rc receipts) returns boolean language sql immutable as $$
  select rc.kind = 'ettn' and rc.state = 'attention' and rc.provider_id is null and rc.prepayment_id is null
$$;
