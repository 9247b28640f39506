import { sql, type Kysely, type RawBuilder } from 'kysely'

/**
 * What must be told of an order is worked out from money: what the carrier says is to be paid and was paid, and which
 * receipt stands for it. An order keeps both beside its own facts, so that PostgreSQL works the troubles out of one row and
 * they cannot disagree with it; `contract/receipt-troubles.ts` has the same rule as a function and a test proves them equal.
 * Besides: a person may say that an order needs no receipt, or that sums may differ, and why.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table parcels add paid_at timestamptz(3), add cod_changed_at timestamptz(3)`.execute(db)
  await sql`update parcels set paid_at = coalesce(received_at, checked_at) where paid`.execute(db)
  await sql`
    alter table receipts add accepted_control bigint, add accepted_fiscal bigint, add accepted_reason text,
      add accepted_at timestamptz(3), add accepted_by uuid, add accepted_by_login text`.execute(db)
  await sql`
    alter table orders add not_needed_reason text, add not_needed_at timestamptz(3), add not_needed_by uuid,
      add not_needed_by_login text,
      add cod_amount bigint, add paid boolean not null default false, add taken_at timestamptz(3),
      add ettn_state text check (ettn_state in ('open', 'fiscal')), add ettn_amount bigint, add accepted_control bigint,
      add last_failed boolean not null default false,
      add check ((not_needed_at is null) = (not_needed_reason is null))`.execute(db)
  await createFacts(db)
  await fillOrders(db)
  await workOutTroubles(db)
  await followParcels(db)
  await followReceipts(db)
  await tallyOrders(db, sql`lacks_receipt`)
  await recount(db, sql`lacks_receipt`)
}

/** Receipts of a demo are all test ones, and are as good as real there. A demo never becomes real. */
async function createFacts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function is_demo() returns boolean language sql stable
    return exists (select from settings where name = 'mode' and value = '"demo"'::jsonb)`.execute(db)
  await sql`
    create function receipt_facts(of_order uuid)
    returns table (lives boolean, ettn_state text, ettn_amount bigint, accepted_control bigint, last_failed boolean)
    language sql stable as $$
      -- The few receipts of the order are read once, by the index of orders: asked one by one, PostgreSQL may take another.
      with mine as materialized (
        select id, kind, state, amount, created_at, prepayment_id, returned_at, accepted_control,
          state not in ('cancelled', 'failed') as lives, not is_test or is_demo() as counts
        from receipts where order_id = of_order and retired_at is null),
      ettn as (select * from mine where kind = 'ettn' and lives and counts),
      last as (select * from mine where kind = 'ettn' order by created_at desc, id desc limit 1)
      select exists (select from mine where lives),
        (select case state when 'fiscalized' then 'fiscal' else 'open' end from ettn),
        (select amount from ettn where returned_at is null),
        (select accepted_control from ettn),
        coalesce((select last.state = 'failed' or (last.state = 'cancelled' and advance.state = 'failed')
          from last left join mine advance on advance.id = last.prepayment_id), false)
    $$`.execute(db)
}

const isReceived = sql`coalesce(status_code in (9, 10, 11, 106), false)`
const isGivenUp = sql`coalesce(status_code in (2, 102, 103, 105, 108), false)`
const isTaken = sql`coalesce(cod_amount > 0, false) and (paid or ${isReceived})`

/** When the money was taken, as far as anybody knows. */
const takenAt = sql`coalesce(least(p.received_at, p.paid_at), case when p.status_code in (9, 10, 11, 106) then p.status_since end)`

async function fillOrders(db: Kysely<unknown>): Promise<void> {
  // What these columns would tell the tabs and counts is the same as before.
  await sql`alter table orders disable trigger user`.execute(db)
  await sql`update orders o set cod_amount = p.cod_amount, paid = p.paid, taken_at = ${takenAt}
            from parcels p where p.order_id = o.id`.execute(db)
  await sql`update orders o set ettn_state = f.ettn_state, ettn_amount = f.ettn_amount, last_failed = f.last_failed
            from (select distinct order_id from receipts) r, receipt_facts(r.order_id) f where r.order_id = o.id`.execute(
    db,
  )
  await sql`alter table orders enable trigger user`.execute(db)
}

/** `awaits_fiscal` is a trouble only after a while, which is a setting; readers compare `taken_at`. */
async function workOutTroubles(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add lacks_receipt boolean not null generated always as (
        deleted_at is null and not_needed_at is null and ettn_state is null and ${isTaken}) stored,
      add awaits_fiscal boolean not null generated always as (
        coalesce(ettn_state = 'open', false) and ${isTaken}) stored,
      add control_differs boolean not null generated always as (
        coalesce(cod_amount <> ettn_amount, false) and accepted_control is distinct from cod_amount and not ${isGivenUp}) stored,
      add has_failed boolean not null generated always as (
        last_failed and deleted_at is null and not_needed_at is null and not ${isGivenUp}) stored`.execute(db)
  await sql`drop index received_without_receipt`.execute(db)
  await sql`create index orders_lacking_receipt on orders (taken_at, id) where lacks_receipt`.execute(db)
  await sql`create index orders_awaiting_fiscal on orders (taken_at, id) where awaits_fiscal`.execute(db)
  await sql`create index orders_with_another_control on orders (id) where control_differs`.execute(db)
  await sql`create index orders_with_failed_receipt on orders (id) where has_failed`.execute(db)
  // A column and not only the condition of an index: PostgreSQL keeps count of how rarely it is true, and plans by that.
  await sql`
    alter table receipts add fiscal_differs boolean not null generated always as (
      coalesce(fiscal_amount <> amount, false) and accepted_fiscal is distinct from fiscal_amount and returned_at is null
      and retired_at is null and kind = 'ettn' and state = 'fiscalized') stored`.execute(db)
  await sql`create index receipts_with_another_sum on receipts (order_id) where fiscal_differs`.execute(db)
  await sql`create index receipts_undelivered on receipts (fiscalized_at, id)
            where is_copy_undelivered and state = 'fiscalized' and returned_at is null`.execute(db)
  await sql`create index receipts_in_attention on receipts (order_id) where state = 'attention'`.execute(db)
  await sql`create index open_incidents_of_order on receipt_incidents (order_id)
            where settled_at is null and order_id is not null`.execute(db)
}

/** The order follows what its parcel costs and whether it was paid; another TTN is another parcel, and begins anew. */
async function followParcels(db: Kysely<unknown>): Promise<void> {
  const told = sql`order_id, status_code, cod_amount, paid, received_at, paid_at, status_since`
  await sql`
    create or replace function tell_orders() returns trigger language plpgsql as $$
    begin
      if not exists (select ${told} from added except select ${told} from removed) then
        return null;
      end if;
      update orders o set status_code = p.status_code, cod_amount = p.cod_amount, paid = p.paid, taken_at = ${takenAt}
      from added p
      where o.id = p.order_id
        and (o.status_code, o.cod_amount, o.paid, o.taken_at) is distinct from (p.status_code, p.cod_amount, p.paid, ${takenAt});
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function forget_status() returns trigger language plpgsql as $$
    begin
      new.status_code := null;
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

async function followReceipts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function tell_order_of_receipt() returns trigger language plpgsql as $$
    begin
      perform from orders where id = new.order_id for no key update;
      update orders o set has_receipt = f.lives, version = o.version + case when o.has_receipt <> f.lives then 1 else 0 end,
        ettn_state = f.ettn_state, ettn_amount = f.ettn_amount, accepted_control = f.accepted_control, last_failed = f.last_failed
      from receipt_facts(new.order_id) f
      where o.id = new.order_id
        and (o.has_receipt, o.ettn_state, o.ettn_amount, o.accepted_control, o.last_failed)
          is distinct from (f.lives, f.ettn_state, f.ettn_amount, f.accepted_control, f.last_failed);
      return null;
    end $$`.execute(db)
  await sql`drop trigger tell_order_of_end on receipts`.execute(db)
  await sql`create trigger tell_order_of_change after update of state, retired_at, returned_at, accepted_control on receipts
            for each row
            when ((old.state <> new.state and (old.state in ('cancelled', 'failed', 'fiscalized') or new.state in ('cancelled', 'failed', 'fiscalized')))
              or old.retired_at is distinct from new.retired_at or old.returned_at is distinct from new.returned_at
              or old.accepted_control is distinct from new.accepted_control)
            execute function tell_order_of_receipt()`.execute(db)
}

const tallyOrders = (db: Kysely<unknown>, isBare: RawBuilder<unknown>): Promise<unknown> =>
  sql`
    create or replace function tally_orders() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        insert into order_tallies (name, amount)
        select tab, count(*) from added where deleted_at is null group by tab;
        insert into order_tallies (name, amount)
        select 'received_without_receipt', count(*) from added where ${isBare} having count(*) > 0;
      end if;
      if tg_op <> 'INSERT' then
        insert into order_tallies (name, amount)
        select tab, -count(*) from removed where deleted_at is null group by tab;
        insert into order_tallies (name, amount)
        select 'received_without_receipt', -count(*) from removed where ${isBare} having count(*) > 0;
      end if;
      return null;
    end $$`.execute(db)

const recount = (db: Kysely<unknown>, isBare: RawBuilder<unknown>): Promise<unknown> =>
  sql`
    insert into order_tallies (name, amount)
    select 'received_without_receipt', (select count(*) from orders where ${isBare})
      - coalesce((select sum(amount) from order_tallies where name = 'received_without_receipt'), 0)`.execute(db)

/** Which orders need no receipt, and which sums were accepted, is lost; so it says the way up. */
export async function down(db: Kysely<unknown>): Promise<void> {
  const isBare = sql`deleted_at is null and tab = 'received' and not has_receipt`
  await sql`drop index open_incidents_of_order, receipts_in_attention, receipts_undelivered, receipts_with_another_sum`.execute(
    db,
  )
  await tallyOrders(db, isBare)
  await recount(db, isBare)
  await sql`drop trigger tell_order_of_change on receipts`.execute(db)
  await sql`
    create or replace function tell_order_of_receipt() returns trigger language plpgsql as $$
    begin
      perform from orders where id = new.order_id for no key update;
      update orders set has_receipt = lives.any, version = version + 1
      from (select exists (select from receipts where order_id = new.order_id and state not in ('cancelled', 'failed') and retired_at is null) as any) lives
      where orders.id = new.order_id and orders.has_receipt <> lives.any;
      return null;
    end $$`.execute(db)
  await sql`create trigger tell_order_of_end after update of state, retired_at on receipts for each row
            when ((old.state not in ('cancelled', 'failed') and old.retired_at is null)
                  and (new.state in ('cancelled', 'failed') or new.retired_at is not null))
            execute function tell_order_of_receipt()`.execute(db)
  await followParcelsAsBefore(db)
  await sql`drop function receipt_facts(uuid), is_demo()`.execute(db)
  await sql`
    alter table orders drop lacks_receipt, drop awaits_fiscal, drop control_differs, drop has_failed,
      drop not_needed_reason, drop not_needed_at, drop not_needed_by, drop not_needed_by_login, drop cod_amount, drop paid,
      drop taken_at, drop ettn_state, drop ettn_amount, drop accepted_control, drop last_failed`.execute(db)
  await sql`create index received_without_receipt on orders (ordered_at desc)
            where tab = 'received' and not has_receipt and deleted_at is null`.execute(db)
  await sql`
    alter table receipts drop fiscal_differs, drop accepted_control, drop accepted_fiscal, drop accepted_reason, drop accepted_at,
      drop accepted_by, drop accepted_by_login`.execute(db)
  await sql`alter table parcels drop paid_at, drop cod_changed_at`.execute(db)
}

async function followParcelsAsBefore(db: Kysely<unknown>): Promise<void> {
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
  await sql`
    create or replace function forget_status() returns trigger language plpgsql as $$
    begin
      new.status_code := null;
      return new;
    end $$`.execute(db)
}
