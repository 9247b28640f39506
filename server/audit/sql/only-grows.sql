-- Entries and seals never change, not even by a slip of the owner.
create trigger only_grows before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create trigger only_grows before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
