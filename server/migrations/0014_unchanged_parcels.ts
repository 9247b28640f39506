import { sql, type Kysely } from 'kysely'

/**
 * Most answers of the carrier bring nothing new. An update that moves no parcel's code no longer looks at the orders, and
 * one that changes no count adds nothing to the counts (it added and took away the same, four rows each time).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Not a join of the two: its plan is kept, and one made for a hundred rows compares every row with every other.
  await sql`
    create or replace function tell_orders() returns trigger language plpgsql as $$
    begin
      if not exists (select order_id, status_code from added except select order_id, status_code from removed) then
        return null;
      end if;
      update orders set status_code = added.status_code from added
      where orders.id = added.order_id and orders.status_code is distinct from added.status_code;
      return null;
    end $$`.execute(db)
  await sql`drop trigger tell_orders on parcels`.execute(db)
  await sql`create trigger tell_orders after update on parcels referencing old table as removed new table as added
            for each statement execute function tell_orders()`.execute(db)
  await sql`
    create function tally_changed_parcels() returns trigger language plpgsql as $$
    begin
      insert into order_tallies (name, amount)
      select name, amount
      from (select sum(times) as parcels, sum(times * awaited) as cod
            from (select 1 as times, awaited from added where active and awaited is not null
                  union all select -1, awaited from removed where active and awaited is not null) counted) sums,
        lateral (values ('awaited', parcels), ('awaited_cod', cod)) as changes (name, amount)
      where amount <> 0;
      return null;
    end $$`.execute(db)
  await sql`drop trigger tally_update on parcels`.execute(db)
  await sql`create trigger tally_update after update on parcels referencing old table as removed new table as added
            for each statement execute function tally_changed_parcels()`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger tally_update on parcels`.execute(db)
  await sql`create trigger tally_update after update on parcels referencing old table as removed new table as added
            for each statement execute function tally_parcels()`.execute(db)
  await sql`drop function tally_changed_parcels()`.execute(db)
  await sql`drop trigger tell_orders on parcels`.execute(db)
  await sql`
    create or replace function tell_orders() returns trigger language plpgsql as $$
    begin
      if not exists (select from added) then return null; end if;
      update orders set status_code = added.status_code from added
      where orders.id = added.order_id and orders.status_code is distinct from added.status_code;
      return null;
    end $$`.execute(db)
  await sql`create trigger tell_orders after update on parcels referencing new table as added
            for each statement execute function tell_orders()`.execute(db)
}
