-- Gives a user a new stamp when anything changes that decides what a session of this user is or may do: a process that remembers a
-- session and reads the same stamp again knows that what it remembers still holds (decision 0038). A stamp is random: a number could be
-- reached a second time by a database that was restored.
--
-- The triggers wait for the commit. So the stamp is the last lock a transaction takes: it is part of no deadlock, and is held only as
-- long as the commit takes. The first request of each generation of a session marks the generation as seen; a process may miss that mark,
-- so setting it renews no stamp, and only taking it back does.
create function renew_stamp() returns trigger language plpgsql as $$
declare changed uuid[];
begin
  if tg_table_name = 'users' then
    changed := array[new.id];
  else
    -- Of an insert there is no old row, of a delete no new one; an update is nearly always of one user.
    changed := array[old.user_id, new.user_id];
  end if;
  insert into session_stamps (user_id, stamp)
  select id, gen_random_uuid() from (select distinct unnest(changed) as id) users_of_row where id is not null
  on conflict (user_id) do update set stamp = excluded.stamp;
  return null;
end $$;

create constraint trigger renew_stamp after update on users
  deferrable initially deferred for each row execute function renew_stamp();

create constraint trigger renew_stamp after insert or update or delete on credentials
  deferrable initially deferred for each row execute function renew_stamp();

create constraint trigger renew_stamp after insert or update or delete on authenticators
  deferrable initially deferred for each row execute function renew_stamp();

create constraint trigger renew_stamp after insert or update or delete on passkeys
  deferrable initially deferred for each row execute function renew_stamp();

create constraint trigger renew_stamp after insert or delete on sessions
  deferrable initially deferred for each row execute function renew_stamp();

create constraint trigger renew_stamp_of_change after update on sessions
  deferrable initially deferred for each row
  when ((old.user_id, old.generation, old.authenticated_at, old.expires_at, old.idle_until, old.ended_at, old.second_factor, old.second_factor_at)
    is distinct from (new.user_id, new.generation, new.authenticated_at, new.expires_at, new.idle_until, new.ended_at, new.second_factor, new.second_factor_at)
    or (old.generation_seen and not new.generation_seen))
  execute function renew_stamp();
