import { sql, type Kysely } from 'kysely'

/** Everything a session is made of, and what its user may do. */
const watched = ['users', 'credentials', 'authenticators', 'passkeys', 'sessions']

/**
 * A stamp for each user. It is replaced in the transaction that changes what a session of this user is or may do: a process
 * that remembers a session and reads the same stamp again knows that what it remembers still holds. A stamp is random, never
 * a number that a database brought back from yesterday could count to once more.
 *
 * The triggers wait for the commit. So the stamp is the last lock a transaction takes: it waits in no circle, and is held no
 * longer than the commit takes. Nothing refers to `users`: the stamp of a user who was removed by hand is asked for by nobody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table session_stamps (user_id uuid primary key, stamp uuid not null)`.execute(db)
  await sql`insert into session_stamps (user_id, stamp) select id, gen_random_uuid() from users`.execute(db)
  await sql`
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
    end $$`.execute(db)
  await sql`
    create function forget_stamps() returns trigger language plpgsql as $$
    begin
      delete from session_stamps;
      return null;
    end $$`.execute(db)

  await sql`
    create constraint trigger renew_stamp after update on users
    deferrable initially deferred for each row execute function renew_stamp()`.execute(db)
  for (const table of ['credentials', 'authenticators', 'passkeys'])
    await sql`
      create constraint trigger renew_stamp after insert or update or delete on ${sql.table(table)}
      deferrable initially deferred for each row execute function renew_stamp()`.execute(db)
  await sql`
    create constraint trigger renew_stamp after insert or delete on sessions
    deferrable initially deferred for each row execute function renew_stamp()`.execute(db)
  // That a generation has been seen is marked by the first request of each; the memory of a process may miss it, not the opposite.
  await sql`
    create constraint trigger renew_stamp_of_change after update on sessions
    deferrable initially deferred for each row
    when ((old.user_id, old.generation, old.authenticated_at, old.expires_at, old.idle_until, old.ended_at)
          is distinct from (new.user_id, new.generation, new.authenticated_at, new.expires_at, new.idle_until, new.ended_at)
          or (old.generation_seen and not new.generation_seen))
    execute function renew_stamp()`.execute(db)
  for (const table of watched)
    await sql`
      create trigger forget_stamps after truncate on ${sql.table(table)}
      for each statement execute function forget_stamps()`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of watched) {
    await sql`drop trigger renew_stamp on ${sql.table(table)}`.execute(db)
    await sql`drop trigger forget_stamps on ${sql.table(table)}`.execute(db)
  }
  await sql`drop trigger renew_stamp_of_change on sessions`.execute(db)
  await sql`drop function renew_stamp(), forget_stamps()`.execute(db)
  await sql`drop table session_stamps`.execute(db)
}
