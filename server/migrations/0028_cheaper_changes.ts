import { sql, type Kysely } from 'kysely'

/**
 * A change of an order costs what it changes. An order keeps the group of its parcel's code, not the code: most steps of a
 * parcel leave the group as it is, and then the order's row and its indexes stay untouched. Room is left in the pages, so that a change of what no index holds stays in
 * its page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders set (fillfactor = 80)`.execute(db)
  // New words wait in a short list, which searches read through, and go into the index some twenty orders at a time.
  await sql`alter index orders_search set (fastupdate = on, gin_pending_list_limit = 128)`.execute(db)
  await dropWorkedOut(db)
  await sql`alter table orders add parcel_group text
            check (parcel_group in ('created', 'moving', 'waiting', 'received', 'refused', 'deleted', 'unknown'))`.execute(
    db,
  )
  await sql`alter table orders drop status_code`.execute(db)
  await workOut(db)
}

/** With their indexes. */
const dropWorkedOut = (db: Kysely<unknown>): Promise<unknown> =>
  sql`alter table orders drop tab, drop lacks_receipt, drop awaits_fiscal, drop control_differs, drop has_failed`.execute(
    db,
  )

async function workOut(db: Kysely<unknown>): Promise<void> {
  const received = sql`coalesce(parcel_group = 'received', false)`
  const refused = sql`coalesce(parcel_group = 'refused', false)`
  const given_up = sql`coalesce(parcel_group in ('refused', 'deleted'), false)`
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
