-- A receipt is kept for ever, and its history only grows.
create trigger never_removed before delete or truncate on receipts
  for each statement execute function refuse_change();

create trigger only_grows before update or delete or truncate on receipt_events
  for each statement execute function refuse_change();
