-- The history of a parcel only grows.
create trigger only_grows before update or delete or truncate on parcel_steps
  for each statement execute function refuse_change();
