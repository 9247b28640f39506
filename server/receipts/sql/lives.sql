-- A receipt lives as long as it may have a document that is in force. One whose money was given back is kept, but holds nothing: neither its
-- order nor its TTN. The unique indexes of living receipts say the same.
create function lives(rc receipts) returns boolean language sql immutable as $$
  select rc.state not in (:dead_states) and rc.retired_at is null and rc.returned_at is null
$$;
