import { sql, type Kysely } from 'kysely'

/**
 * What the carrier says of an order's TTN, one row per order that has one. The row is made, reset and removed with the
 * order's TTN by triggers: no statement can change a TTN and leave the old parcel's state behind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createParcels(db)
  await followOrders(db)
  await tellOrders(db)
  await tallyParcels(db)
}

async function createParcels(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table parcels (
      order_id uuid primary key references orders on delete cascade,
      ttn text not null,
      active boolean not null,
      cash_register_id uuid,
      status_code int,
      status_text text,
      own boolean,
      cod_amount bigint,
      cod_kind text check (cod_kind in ('payment_control', 'money_transfer')),
      paid boolean not null default false,
      checked_at timestamptz(3),
      received_at timestamptz(3),
      awaited bigint generated always as (
        case when status_code is null or status_code in (2, 3, 9, 10, 11, 106, 102, 103, 105, 108)
               or paid or cod_amount = 0 then null
             else cod_amount end) stored
    )`.execute(db)
  await sql`create index parcels_by_register on parcels (cash_register_id) where active`.execute(db)
}

/** A TTN that comes, goes or changes brings, takes or resets its parcel. */
async function followOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function follow_orders() returns trigger language plpgsql as $$
    begin
      -- A statement that touched no row fires too; without this the two tables would wake each other for ever.
      if not exists (select from added) then return null; end if;
      if tg_op = 'UPDATE' then
        delete from parcels using removed, added
        where removed.id = added.id and parcels.order_id = added.id and removed.ttn is distinct from added.ttn;
        update parcels set active = added.deleted_at is null from added
        where parcels.order_id = added.id and parcels.active <> (added.deleted_at is null);
        insert into parcels (order_id, ttn, active)
        select added.id, added.ttn, added.deleted_at is null from added join removed using (id)
        where added.ttn is not null and removed.ttn is distinct from added.ttn;
      else
        insert into parcels (order_id, ttn, active)
        select id, ttn, deleted_at is null from added where ttn is not null;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger follow_insert after insert on orders referencing new table as added
            for each statement execute function follow_orders()`.execute(db)
  await sql`create trigger follow_update after update on orders referencing old table as removed new table as added
            for each statement execute function follow_orders()`.execute(db)

  await sql`
    create function forget_status() returns trigger language plpgsql as $$
    begin
      new.status_code := null;
      return new;
    end $$`.execute(db)
  await sql`create trigger forget_status before update of ttn on orders for each row
            when (old.ttn is distinct from new.ttn) execute function forget_status()`.execute(db)
}

/** The order's tab follows the parcel's code. */
async function tellOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_orders() returns trigger language plpgsql as $$
    begin
      if not exists (select from added) then return null; end if;
      update orders set status_code = added.status_code from added
      where orders.id = added.order_id and orders.status_code is distinct from added.status_code;
      return null;
    end $$`.execute(db)
  await sql`create trigger tell_orders after update on parcels referencing new table as added
            for each statement execute function tell_orders()`.execute(db)
}

async function tallyParcels(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tally_parcels() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        insert into order_tallies (name, amount)
        select unnest(array['awaited', 'awaited_cod']), unnest(array[count(*), sum(awaited)])
        from added where active and awaited is not null having count(*) > 0;
      end if;
      if tg_op <> 'INSERT' then
        insert into order_tallies (name, amount)
        select unnest(array['awaited', 'awaited_cod']), unnest(array[-count(*), -sum(awaited)])
        from removed where active and awaited is not null having count(*) > 0;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger tally_insert after insert on parcels referencing new table as added
            for each statement execute function tally_parcels()`.execute(db)
  await sql`create trigger tally_update after update on parcels referencing old table as removed new table as added
            for each statement execute function tally_parcels()`.execute(db)
  await sql`create trigger tally_delete after delete on parcels referencing old table as removed
            for each statement execute function tally_parcels()`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger follow_insert on orders`.execute(db)
  await sql`drop trigger follow_update on orders`.execute(db)
  await sql`drop trigger forget_status on orders`.execute(db)
  await sql`delete from order_tallies where name in ('awaited', 'awaited_cod')`.execute(db)
  await sql`drop table parcels`.execute(db)
  await sql`drop function tally_parcels(), tell_orders(), forget_status(), follow_orders()`.execute(db)
}
