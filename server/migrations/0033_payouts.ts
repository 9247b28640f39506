import { sql, type Kysely } from 'kysely'

/**
 * Registers of transfers: what the payment company says it paid out, line by line. The judgement of a line is worked out from the rows
 * of other tables by one function, `judged_payout_lines`, and kept in the line, so that open lines can be found without judging all of
 * them. A table that was just filled has no statistics, so the function is told to go by the indexes. Whoever changes an order leaves its id in `orders_unjudged` in the same transaction; the lines are judged again before anybody
 * reads them (`server/money/judge-changed.ts`). As long as there is no register nothing is left there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  await createLines(db)
  await sql`create index parcels_by_followed_ttn on parcels (followed_ttn) where followed_ttn is not null`.execute(db)
  await sql`create index parcels_by_successor_ttn on parcels (successor_ttn) where successor_kind = 'redirect'`.execute(
    db,
  )
  await sql`create index parcels_by_passed_ttns on parcels using gin (passed_ttns) where passed_ttns <> '{}'`.execute(
    db,
  )
  await createQuestions(db)
  await createJudgement(db)
  await sql
    .raw(ordersChanged('insert into orders_unjudged (order_id) select unnest(ids) where exists (select from payouts);'))
    .execute(db)
  await sql`
    create function rejudge_receipts_of_register() returns trigger language plpgsql as $$
    begin
      insert into orders_unjudged (order_id)
      select order_id from receipts where cash_register_id = new.id
      union select order_id from parcels where cash_register_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger rejudge_receipts after update of payee_id on cash_registers for each row
    when (old.payee_id is distinct from new.payee_id) execute function rejudge_receipts_of_register()`.execute(db)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payees (
      id uuid primary key,
      name text not null check (name <> ''),
      tax_number text unique,
      created_at timestamptz(3) not null default clock_timestamp())`.execute(db)
  await sql`alter table cash_registers add payee_id uuid references payees (id)`.execute(db)
  await sql`
    create table payouts (
      id uuid primary key,
      payee_id uuid not null references payees (id),
      number text not null check (number ~ '^[0-9]{1,20}$'),
      day date not null,
      year integer not null generated always as (extract(year from day)) stored,
      account text,
      accepted bigint not null,
      commission bigint not null,
      transferred bigint not null check (transferred = accepted - commission),
      form text not null check (form in ('xlsx', 'csv')),
      file_name text not null,
      file_hash text not null,
      imported_at timestamptz(3) not null,
      imported_by uuid,
      imported_by_login text)`.execute(db)
  // Numbers begin anew each year.
  await sql`create unique index one_payout_per_number on payouts (payee_id, number, year)`.execute(db)
  await sql`create index payouts_by_day on payouts (day desc, id desc)`.execute(db)
}

async function createLines(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payout_lines (
      id uuid primary key,
      payout_id uuid not null references payouts (id) on delete cascade,
      position integer not null check (position > 0),
      ttn text not null check (ttn <> ''),
      day date not null,
      accepted bigint not null,
      commission bigint not null,
      transferred bigint not null check (transferred = accepted - commission),
      operation_id text,
      order_ref text,
      state text not null default 'unknown_ttn'
        check (state in ('duplicate', 'returned', 'unknown_ttn', 'other_payee', 'no_receipt', 'sum_differs', 'matched')),
      why text check (why in ('none', 'waiting', 'in_doubt', 'cancelled', 'not_needed')),
      order_id uuid references orders (id),
      is_ambiguous boolean not null default false,
      receipt_id uuid references receipts (id),
      difference bigint,
      settled_as text,
      settled_reason text,
      settled_at timestamptz(3),
      settled_by uuid,
      settled_by_login text,
      judgement text not null generated always as
        (state || coalesce('/' || why, '') || case when state = 'sum_differs' then '/' || difference else '' end) stored,
      is_open boolean not null generated always as (
        state not in ('matched', 'returned') and why is distinct from 'not_needed'
        and settled_as is distinct from state || coalesce('/' || why, '') || case when state = 'sum_differs' then '/' || difference else '' end) stored,
      unique (payout_id, position),
      check ((why is null) = (state <> 'no_receipt')),
      check ((settled_as is null) = (settled_reason is null) and (settled_as is null) = (settled_at is null)))`.execute(
    db,
  )
  await sql`create index payout_lines_by_ttn on payout_lines (ttn)`.execute(db)
  await sql`create index payout_lines_by_operation on payout_lines (operation_id) where operation_id is not null`.execute(
    db,
  )
  await sql`create index payout_lines_of_order on payout_lines (order_id) where order_id is not null`.execute(db)
  await sql`create index payout_lines_by_day on payout_lines (day desc, id)`.execute(db)
  await sql`create index payout_lines_open on payout_lines (day, id) where is_open`.execute(db)
  await sql`create index payout_lines_ambiguous on payout_lines (id) where is_ambiguous`.execute(db)
  await sql`
    create table orders_unjudged (id bigint generated always as identity primary key, order_id uuid not null)`.execute(
    db,
  )
}

/**
 * Which line of two that tell of one operation is the first does not depend on which was imported first: the day and the number of the
 * register decide, then the place in it.
 */
async function createQuestions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function is_repeated_line(line payout_lines, payout payouts) returns boolean language sql stable as $$
      select exists (
        select from payout_lines earlier join payouts p on p.id = earlier.payout_id
        where earlier.operation_id = line.operation_id
          and (p.day, length(p.number), p.number, p.payee_id, earlier.position)
            < (payout.day, length(payout.number), payout.number, payout.payee_id, line.position))
      or exists (
        select from payout_lines earlier join payouts p on p.id = earlier.payout_id
        where earlier.ttn = line.ttn and earlier.accepted = line.accepted and earlier.payout_id <> line.payout_id
          and (earlier.operation_id is null or line.operation_id is null)
          and (p.day, length(p.number), p.number, p.payee_id, earlier.position)
            < (payout.day, length(payout.number), payout.number, payout.payee_id, line.position))
    $$`.execute(db)
  await sql`
    create function orders_of_ttn(wanted text) returns table (order_id uuid, is_live boolean) language sql stable as $$
      with named as (select o.id, o.deleted_at is null and not o.crm_cancelled as is_live from orders o where o.ttn = wanted)
      select * from named
      union
      select o.id, o.deleted_at is null and not o.crm_cancelled
      from parcels p join orders o on o.id = p.order_id
      where not exists (select from named)
        and (p.followed_ttn = wanted or (p.successor_ttn = wanted and p.successor_kind = 'redirect')
          or (p.passed_ttns @> array[wanted] and p.passed_ttns <> '{}'))
    $$`.execute(db)
}

async function createJudgement(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function judged_payout_lines(ids uuid[])
    returns table (line_id uuid, state text, why text, order_id uuid, is_ambiguous boolean, receipt_id uuid, difference bigint)
    language sql stable set enable_seqscan = off as $$
      select l.id, judged.state, case when judged.state = 'no_receipt' then missing.why end, found.order_id,
        found.order_id is null and found.candidates > 0, receipt.id, case when receipt.state = 'fiscalized' then paid.accepted - receipt.amount end
      from payout_lines l
      join payouts p on p.id = l.payout_id
      cross join lateral (
        select count(*) as candidates,
          case when count(*) = 1 then (array_agg(c.order_id))[1]
            when count(*) filter (where c.is_live) = 1 then (array_agg(c.order_id) filter (where c.is_live))[1] end as order_id
        from orders_of_ttn(l.ttn) c) found
      left join orders o on o.id = found.order_id
      left join lateral (
        select r.id, r.state, r.amount, r.returned_at, r.cash_register_id from receipts r
        where r.order_id = found.order_id and r.kind = 'ettn' and r.retired_at is null and (not r.is_test or is_demo())
        order by r.state not in ('cancelled', 'failed') desc, r.created_at desc, r.id desc limit 1) receipt on true
      left join cash_registers register on register.id = receipt.cash_register_id
      cross join lateral (
        select coalesce(sum(same.accepted), 0)::bigint as accepted from payout_lines same join payouts q on q.id = same.payout_id
        where same.ttn = l.ttn and not is_repeated_line(same, q)) paid
      cross join lateral (
        select case
          when receipt.state in ('unknown', 'attention', 'cancel_unknown') then 'in_doubt'
          when receipt.state not in ('cancelled', 'failed') then 'waiting'
          when o.not_needed_at is not null then 'not_needed'
          when receipt.id is not null then 'cancelled'
          else 'none' end as why) missing
      cross join lateral (
        select case
          when is_repeated_line(l, p) then 'duplicate'
          when l.accepted < 0 or (receipt.state = 'fiscalized' and receipt.returned_at is not null) then 'returned'
          when found.order_id is null then 'unknown_ttn'
          when receipt.state not in ('cancelled', 'failed') and register.payee_id <> p.payee_id then 'other_payee'
          when receipt.state is distinct from 'fiscalized' then 'no_receipt'
          when paid.accepted <> receipt.amount then 'sum_differs'
          else 'matched' end as state) judged
      where l.id = any(ids)
    $$`.execute(db)
}

/** As migration 0031 has it, and one thing more. */
const ordersChanged = (more: string): string => `
    create or replace function orders_changed(ids uuid[]) returns void language plpgsql as $$
    begin
      if ids = '{}' then
        return;
      elsif cardinality(ids) <= 1000 then
        insert into events (type, subject_id, revision) select 'order', written_id, written_revision from write_order_documents(ids);
      else
        perform write_order_documents(ids);
        insert into events (type) values ('reset');
      end if;
      ${more}
    end $$`

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger rejudge_receipts on cash_registers`.execute(db)
  await sql`drop function rejudge_receipts_of_register`.execute(db)
  await sql.raw(ordersChanged('')).execute(db)
  await sql`drop function judged_payout_lines(uuid[])`.execute(db)
  await sql`drop function orders_of_ttn(text)`.execute(db)
  await sql`drop function is_repeated_line(payout_lines, payouts)`.execute(db)
  await sql`drop index parcels_by_followed_ttn, parcels_by_successor_ttn, parcels_by_passed_ttns`.execute(db)
  await sql`drop table orders_unjudged, payout_lines, payouts`.execute(db)
  await sql`alter table cash_registers drop payee_id`.execute(db)
  await sql`drop table payees`.execute(db)
}
