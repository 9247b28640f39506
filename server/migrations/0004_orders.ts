import { sql, type Kysely } from 'kysely'

/**
 * The queue of orders. `tab` is worked out by PostgreSQL from what the carrier says and whether a receipt lives, so it
 * cannot disagree with them; `contract/orders.ts` has the same rule as a function and a test proves them equal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await createOrders(db)
  await createIndexes(db)
  await createTallies(db)
  await createSync(db)
}

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      id uuid primary key,
      crm_id text not null unique,
      number text not null,
      ordered_at timestamptz(3) not null,
      crm_status text not null,
      recipient_name text not null,
      recipient_phone text not null,
      ttn text check (ttn <> ''),
      notes text not null,
      goods jsonb not null,
      total bigint not null check (total >= 0),
      search text not null,
      crm jsonb not null,
      crm_changed boolean not null default false,
      created_at timestamptz(3) not null default clock_timestamp(),
      edited_at timestamptz(3),
      deleted_at timestamptz(3),
      version int not null default 1,
      has_receipt boolean not null default false,
      status_code int,
      tab text not null generated always as (
        case when status_code in (102, 103, 105, 108) then 'refused'
             when status_code in (9, 10, 11, 106) then 'received'
             when has_receipt then 'has_receipt'
             else 'no_receipt' end) stored
    )`.execute(db)
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_queue on orders (tab, ordered_at desc, id desc) where deleted_at is null`.execute(db)
  await sql`create index orders_search on orders using gin (search gin_trgm_ops)
            with (fastupdate = off) where deleted_at is null`.execute(db)
  for (const column of ['ttn', 'recipient_phone', 'number']) {
    // Turned round, so that the last digits a person reads out are the first of the index.
    await sql`create index ${sql.id(`orders_by_end_of_${column}`)} on orders (reverse(${sql.id(column)}) text_pattern_ops)
              where deleted_at is null`.execute(db)
  }
  await sql`create index orders_by_total on orders (total) where deleted_at is null`.execute(db)
  await sql`create index orders_by_time on orders (ordered_at) where deleted_at is null`.execute(db)
}

/** How many orders each tab has, kept as small changes: writers do not wait for one another, readers add them up. */
async function createTallies(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_tallies (
      id bigint primary key generated always as identity,
      name text not null,
      amount bigint not null
    )`.execute(db)
}

async function createSync(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table crm_sync (
      only_one boolean primary key default true check (only_one),
      state text not null check (state in ('ok', 'failed')),
      finished_at timestamptz not null,
      succeeded_at timestamptz,
      problem jsonb,
      synced_to timestamptz
    )`.execute(db)
}
