import { sql, type Kysely, type RawBuilder } from 'kysely'

/**
 * A change of an order costs what it changes. An order keeps the group of its parcel's code, not the code: most steps of a
 * parcel leave the group as it is, and then the order's row and its indexes stay untouched. The triggers of an order return at
 * once where neither its TTN nor its counts change. Room is left in the pages, so that a change of what no index holds stays in
 * its page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders disable trigger user`.execute(db)
  await sql`alter table orders set (fillfactor = 80)`.execute(db)
  // New words wait in a short list, which searches read through, and go into the index some twenty orders at a time.
  await sql`alter index orders_search set (fastupdate = on, gin_pending_list_limit = 128)`.execute(db)
  await dropWorkedOut(db)
  await sql`alter table orders add parcel_group text
            check (parcel_group in ('created', 'moving', 'waiting', 'received', 'refused', 'deleted', 'unknown'))`.execute(
    db,
  )
  await sql`update orders set parcel_group = parcel_group_of(status_code) where status_code is not null`.execute(db)
  await sql`alter table orders drop status_code`.execute(db)
  await workOut(db, {
    received: sql`coalesce(parcel_group = 'received', false)`,
    refused: sql`coalesce(parcel_group = 'refused', false)`,
    given_up: sql`coalesce(parcel_group in ('refused', 'deleted'), false)`,
  })
  await tellOrders(db, 'parcel_group', (code) => `parcel_group_of(${code})`)
  const followed = sql`id, ttn, deleted_at is null`
  await followOrders(db, sql`select ${followed} from added except select ${followed} from removed`)
  await tallyOrders(db)
  await sql`alter table orders enable trigger user`.execute(db)
}

/** With their indexes. */
const dropWorkedOut = (db: Kysely<unknown>): Promise<unknown> =>
  sql`alter table orders drop tab, drop lacks_receipt, drop awaits_fiscal, drop control_differs, drop has_failed`.execute(
    db,
  )

interface Fates {
  received: RawBuilder<unknown>
  refused: RawBuilder<unknown>
  given_up: RawBuilder<unknown>
}

async function workOut(db: Kysely<unknown>, { received, refused, given_up }: Fates): Promise<void> {
  const isTaken = sql`coalesce(cod_amount > 0, false) and (paid or ${received})`
  await sql`
    alter table orders
      add tab text not null generated always as (
        case when ${refused} then 'refused' when ${received} then 'received' when has_receipt then 'has_receipt' else 'no_receipt' end) stored,
      add lacks_receipt boolean not null generated always as (
        deleted_at is null and not_needed_at is null and ettn_state is null and ${isTaken}) stored,
      add awaits_fiscal boolean not null generated always as (
        coalesce(ettn_state = 'open', false) and ${isTaken}) stored,
      add control_differs boolean not null generated always as (
        coalesce(cod_amount <> ettn_amount, false) and accepted_control is distinct from cod_amount and not ${given_up}) stored,
      add has_failed boolean not null generated always as (
        last_failed and deleted_at is null and not_needed_at is null and not ${given_up}) stored`.execute(db)
  await sql`create index orders_queue on orders (tab, ordered_at desc, id desc) where deleted_at is null`.execute(db)
  await sql`create index orders_lacking_receipt on orders (taken_at, id) where lacks_receipt`.execute(db)
  await sql`create index orders_awaiting_fiscal on orders (taken_at, id) where awaits_fiscal`.execute(db)
  await sql`create index orders_with_another_control on orders (id) where control_differs`.execute(db)
  await sql`create index orders_with_failed_receipt on orders (id) where has_failed`.execute(db)
}

const takenAt = sql`coalesce(least(p.received_at, p.paid_at), case when p.status_code in (9, 10, 11, 106) then p.status_since end)`

/** `kept`: the column of orders; `of`: what it keeps of the parcel's code. */
async function tellOrders(db: Kysely<unknown>, kept: string, of: (code: string) => string): Promise<void> {
  const [column, added, parcels] = [sql.ref(kept), sql.raw(of('status_code')), sql.raw(of('p.status_code'))]
  const told = sql`order_id, ${added}, cod_amount, paid, received_at, paid_at, status_since`
  await sql`
    create or replace function tell_orders() returns trigger language plpgsql as $$
    begin
      if not exists (select ${told} from added except select ${told} from removed) then
        return null;
      end if;
      update orders o set ${column} = ${parcels}, cod_amount = p.cod_amount, paid = p.paid, taken_at = ${takenAt}
      from added p
      where o.id = p.order_id
        and (o.${column}, o.cod_amount, o.paid, o.taken_at) is distinct from (${parcels}, p.cod_amount, p.paid, ${takenAt});
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function forget_status() returns trigger language plpgsql as $$
    begin
      new.${column} := null;
      new.cod_amount := null;
      new.paid := false;
      new.taken_at := null;
      new.not_needed_reason := null;
      new.not_needed_at := null;
      new.not_needed_by := null;
      new.not_needed_by_login := null;
      return new;
    end $$`.execute(db)
}

/** `touched`: what an update must have touched; else the triggers of the two tables would wake each other for ever. */
async function followOrders(db: Kysely<unknown>, touched: RawBuilder<unknown>): Promise<void> {
  await sql`
    create or replace function follow_orders() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into parcels (order_id, ttn, active)
        select id, ttn, deleted_at is null from added where ttn is not null;
        return null;
      end if;
      if not exists (${touched}) then
        return null;
      end if;
      delete from parcels using removed, added
      where removed.id = added.id and parcels.order_id = added.id and removed.ttn is distinct from added.ttn;
      update parcels set active = added.deleted_at is null from added
      where parcels.order_id = added.id and parcels.active <> (added.deleted_at is null);
      insert into parcels (order_id, ttn, active)
      select added.id, added.ttn, added.deleted_at is null from added join removed using (id)
      where added.ttn is not null and removed.ttn is distinct from added.ttn;
      return null;
    end $$`.execute(db)
}

/** A change that moves no order to another count adds nothing to the counts. */
async function tallyOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tally_changed_orders() returns trigger language plpgsql as $$
    begin
      insert into order_tallies (name, amount)
      select name, sum(amount)
      from (select tab as name, 1 as amount from added where deleted_at is null
            union all select tab, -1 from removed where deleted_at is null
            union all select 'received_without_receipt', 1 from added where lacks_receipt
            union all select 'received_without_receipt', -1 from removed where lacks_receipt) changes
      group by name having sum(amount) <> 0;
      return null;
    end $$`.execute(db)
  await sql`drop trigger tally_update on orders`.execute(db)
  await sql`create trigger tally_update after update on orders referencing old table as removed new table as added
            for each statement execute function tally_changed_orders()`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const isIn = (codes: string) => sql`coalesce(status_code in (${sql.raw(codes)}), false)`
  await sql`alter table orders disable trigger user`.execute(db)
  await followOrders(db, sql`select from added`)
  await tellOrders(db, 'status_code', (code) => code)
  await dropWorkedOut(db)
  await sql`alter table orders drop parcel_group, add status_code integer`.execute(db)
  await sql`update orders o set status_code = p.status_code from parcels p where p.order_id = o.id and p.ttn = o.ttn`.execute(
    db,
  )
  const given_up = isIn('2, 102, 103, 105, 108')
  await workOut(db, { received: isIn('9, 10, 11, 106'), refused: isIn('102, 103, 105, 108'), given_up })
  await sql`drop trigger tally_update on orders`.execute(db)
  await sql`create trigger tally_update after update on orders referencing old table as removed new table as added
            for each statement execute function tally_orders()`.execute(db)
  await sql`drop function tally_changed_orders()`.execute(db)
  await sql`alter table orders reset (fillfactor)`.execute(db)
  await sql`alter index orders_search reset (gin_pending_list_limit)`.execute(db)
  await sql`alter index orders_search set (fastupdate = off)`.execute(db)
  await sql`alter table orders enable trigger user`.execute(db)
}
