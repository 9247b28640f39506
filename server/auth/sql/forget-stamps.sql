-- A truncate changes the sessions of all users at once: every stamp goes.
create function forget_stamps() returns trigger language plpgsql as $$
begin
  delete from session_stamps;
  return null;
end $$;

create trigger forget_stamps after truncate on users
  for each statement execute function forget_stamps();

create trigger forget_stamps after truncate on credentials
  for each statement execute function forget_stamps();

create trigger forget_stamps after truncate on authenticators
  for each statement execute function forget_stamps();

create trigger forget_stamps after truncate on passkeys
  for each statement execute function forget_stamps();

create trigger forget_stamps after truncate on sessions
  for each statement execute function forget_stamps();
