import { sql, type Kysely } from 'kysely'

/**
 * Each order as the API shows it lies ready as text, so that a list joins and builds nothing. Triggers write it in the
 * transaction that changes the order, its parcel or its receipts. What changes at every look at the carrier (`checked_at`), and
 * what a cash register says of all its parcels, is not in it: readers add both (`server/orders/order-document.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_documents (
      order_id uuid primary key references orders on delete cascade,
      revision bigint not null default 1,
      hidden boolean not null,
      has_parcel boolean not null,
      crm_changed boolean not null,
      prepayment_stays boolean not null,
      body text not null) with (fillfactor = 70)`.execute(db)
  await sql`alter table events add revision bigint`.execute(db)
  await createGroups(db)
  await createBodies(db)
  await notifyOfEvents(db)
  await createWriting(db)
  await followOrders(db)
  await followParcels(db)
  await followReceipts(db)
  await sql`select write_order_documents(array(select id from orders))`.execute(db)
}

/** Triggers also run in sessions that are not ours, in another time zone. */
const instant = (column: string) => sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const record = (fields: ReturnType<typeof sql>) => sql`(select to_json(f) from (select ${fields}) f)`

/** What stands in the database is not believed either: a screen makes a link of it. */
const receiptUrl = (of: string) =>
  sql`case when ${sql.raw(of)}.receipt_url ~ '^https://check[.]checkbox[.]ua/[A-Za-z0-9_-]{1,100}$' then ${sql.raw(of)}.receipt_url end`

const receipt = sql`
  case when rc.id is not null then ${record(sql`
    rc.id, rc.state, rc.amount,
    case when rp.id is not null then ${record(sql`rp.amount, rp.payment, rp.state, rp.fiscal_code, ${receiptUrl('rp')} as receipt_url`)} end as prepayment,
    rc.is_test, rc.cancel_wanted as cancel_requested, rc.fiscal_code, ${instant('rc.fiscalized_at')} as fiscalized_at,
    ${instant('rc.returned_at')} as returned_at, ${receiptUrl('rc')} as receipt_url,
    rc.problem`)} end`

const notNeeded = sql`
  case when o.not_needed_at is not null then ${record(sql`
    o.not_needed_reason as reason, ${instant('o.not_needed_at')} as at,
    case when o.not_needed_by is not null then ${record(sql`o.not_needed_by as id, o.not_needed_by_login as login`)} end as by`)} end`

const parcel = record(sql`
  p.status_code, p.status_text,
  parcel_group_of(p.status_code) as "group",
  p.own, p.cod_amount, p.cod_kind, coalesce(p.paid, false) as paid, ${instant('p.received_at')} as received_at,
  coalesce(p.followed_ttn, case when p.status_code = 104 and p.successor_kind = 'redirect' then p.successor_ttn end) as redirected_to,
  coalesce(p.status_code in (2, 9, 11, 106), false) as final,
  case when p.successor_ttn is not null then ${record(sql`p.successor_ttn as ttn, p.successor_kind as kind`)} end as successor`)

/** The same as `parcelGroup` of `contract/carrier-statuses.ts`; a test holds them against each other. */
const createGroups = (db: Kysely<unknown>): Promise<unknown> =>
  sql`
    create function parcel_group_of(code integer) returns text language sql immutable return
      case when code is null then null
           when code in (9, 10, 11, 106) then 'received'
           when code in (102, 103, 105, 108) then 'refused'
           when code = 2 then 'deleted'
           when code = 3 then 'unknown'
           when code in (7, 8, 14, 107) then 'waiting'
           when code in (1, 12) then 'created'
           else 'moving' end`.execute(db)

/** The text ends within the parcel, or within the order where there is none: readers add the rest. */
async function createBodies(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function order_bodies(ids uuid[])
    returns table (order_id uuid, hidden boolean, has_parcel boolean, crm_changed boolean, prepayment_stays boolean, body text) language sql stable as $$
      select o.id, o.deleted_at is not null, o.ttn is not null, o.crm_changed,
        coalesce(rc.problem is null and rc.cancel_wanted and rp.state = 'fiscalized' and rp.returned_at is null, false),
        left(${record(sql`
          o.id, o.crm_id, o.number, ${instant('o.ordered_at')} as ordered_at, o.tab,
          ${record(sql`o.recipient_name as name, o.recipient_phone as phone`)} as recipient,
          o.ttn, o.notes, o.goods, o.total, ${instant('o.edited_at')} as edited_at, o.crm_changed, o.crm_cancelled, o.version,
          ${receipt} as receipt, ${notNeeded} as receipt_not_needed`)}::text, -1)
          || case when o.ttn is null then ',"parcel":null' else ',"parcel":' || left(${parcel}::text, -1) end
      from orders o
      left join parcels p on p.order_id = o.id and p.ttn = o.ttn
      left join lateral (
        select id, state, amount, is_test, cancel_wanted, fiscal_code, fiscalized_at, returned_at, receipt_url, problem, prepayment_id
        from receipts where order_id = o.id and kind = 'ettn' order by created_at desc, id desc limit 1) rc on true
      left join receipts rp on rp.id = rc.prepayment_id
      where o.id = any(ids)
    $$`.execute(db)
}

/**
 * A plan for a list of ids is otherwise made anew at every change, which takes ten times as long as to write the document.
 * The document is locked before the rows are read: of two writers the later one sees what the earlier one committed. Locks are
 * taken in the order of the ids, so that two writers of many orders do not wait for each other.
 */
async function createWriting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function write_order_documents(ids uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
    begin
      perform from order_documents where order_id = any(ids) order by order_id for no key update;
      insert into order_documents as kept (order_id, hidden, has_parcel, crm_changed, prepayment_stays, body) select * from order_bodies(ids)
      on conflict (order_id) do update
        set revision = kept.revision + 1, hidden = excluded.hidden, has_parcel = excluded.has_parcel,
          crm_changed = excluded.crm_changed, prepayment_stays = excluded.prepayment_stays, body = excluded.body;
    end $$`.execute(db)
  // Of more orders than a reader would ask for one by one it hears that everything is to be loaded afresh.
  await sql`
    create function announce_orders(ids uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
    begin
      insert into events (type, subject_id, revision)
      select 'order', order_id, revision from order_documents where order_id = any(ids) and cardinality(ids) <= 1000
      union all select 'reset', null, null where cardinality(ids) > 1000;
    end $$`.execute(db)
  await sql`
    create function orders_changed(ids uuid[]) returns void language plpgsql as $$
    begin
      if ids <> '{}' then
        perform write_order_documents(ids);
        perform announce_orders(ids);
      end if;
    end $$`.execute(db)
}

/** Every process hears of an event when its transaction commits, whoever wrote it. */
async function notifyOfEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_of_event() returns trigger language plpgsql as $$
    begin
      perform pg_notify('kasyr_events', json_build_object('id', new.id, 'type', new.type, 'subject_id', new.subject_id,
        'revision', new.revision, 'at', ${instant('new.at')})::text);
      return null;
    end $$`.execute(db)
  await sql`create trigger notify after insert on events for each row execute function notify_of_event()`.execute(db)
}

/** Where another trigger changes the order, that one has the document written, once. */
async function followOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function document_orders() returns trigger language plpgsql as $$
    begin
      if pg_trigger_depth() = 1 then
        perform orders_changed(array(select id from added));
      end if;
      return null;
    end $$`.execute(db)
  // After the triggers that change parcels and tallies: they fire in the order of their names.
  await sql`create trigger write_documents_insert after insert on orders referencing new table as added
            for each statement execute function document_orders()`.execute(db)
  await sql`create trigger write_documents_update after update on orders referencing new table as added
            for each statement execute function document_orders()`.execute(db)
}

/** Most answers of the carrier change nothing that the document shows. */
async function followParcels(db: Kysely<unknown>): Promise<void> {
  const shown = sql`order_id, status_code, status_text, own, cod_amount, cod_kind, paid, received_at, followed_ttn, successor_ttn,
        successor_kind, problem, cash_register_id, due_at is null`
  await sql`
    create function document_parcels() returns trigger language plpgsql as $$
    begin
      if pg_trigger_depth() > 1 then
        return null;
      end if;
      if tg_op = 'UPDATE' then
        perform orders_changed(array(select order_id from (select ${shown} from added except select ${shown} from removed) changed));
      elsif tg_op = 'INSERT' then
        perform orders_changed(array(select order_id from added));
      else
        perform orders_changed(array(select order_id from removed));
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger write_documents_insert after insert on parcels referencing new table as added
            for each statement execute function document_parcels()`.execute(db)
  await sql`create trigger write_documents_update after update on parcels referencing old table as removed new table as added
            for each statement execute function document_parcels()`.execute(db)
  await sql`create trigger write_documents_delete after delete on parcels referencing old table as removed
            for each statement execute function document_parcels()`.execute(db)
}

/** A prepayment stands in the document of its order's receipt. What is frozen (`hold_receipt`) need not be compared. */
async function followReceipts(db: Kysely<unknown>): Promise<void> {
  const shown = sql`id, order_id, state, cancel_wanted, fiscal_code, fiscalized_at, returned_at, receipt_url, problem, retired_at`
  await sql`
    create function document_receipts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        perform orders_changed(array(select distinct order_id from (select ${shown} from added except select ${shown} from removed) changed));
      else
        perform orders_changed(array(select distinct order_id from added));
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger write_documents_insert after insert on receipts referencing new table as added
            for each statement execute function document_receipts()`.execute(db)
  await sql`create trigger write_documents_update after update on receipts referencing old table as removed new table as added
            for each statement execute function document_receipts()`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['orders', 'parcels', 'receipts']) {
    for (const change of ['insert', 'update', 'delete'])
      await sql`drop trigger if exists ${sql.raw(`write_documents_${change}`)} on ${sql.table(table)}`.execute(db)
    await sql`drop function ${sql.raw(`document_${table}`)}()`.execute(db)
  }
  await sql`drop function orders_changed(uuid[]), announce_orders(uuid[]), write_order_documents(uuid[]), order_bodies(uuid[])`.execute(
    db,
  )
  await sql`drop function parcel_group_of(integer)`.execute(db)
  await sql`drop trigger notify on events`.execute(db)
  await sql`drop function notify_of_event()`.execute(db)
  await sql`alter table events drop revision`.execute(db)
  await sql`drop table order_documents`.execute(db)
}
