import { sql, type Kysely } from 'kysely'

/**
 * Payout lists: what the payment company says it paid out, line by line. The judgement of a line is worked out from the rows
 * of other tables and kept in the line, so that open lines can be found without judging all of them. `orders_unjudged`: orders that
 * changed since their lines were judged.
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
