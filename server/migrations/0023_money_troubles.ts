import { sql, type Kysely } from 'kysely'

/**
 * The troubles of an order follow from money: what the carrier says is to be paid and was paid, and which receipt is
 * for it. An order keeps both beside its own facts, so that PostgreSQL works the troubles out of one row and they
 * cannot disagree with it; a test compares it with the same rule written as a function.
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
  await workOutTroubles(db)
}

const isReceived = sql`coalesce(status_code in (9, 10, 11, 106), false)`
const isGivenUp = sql`coalesce(status_code in (2, 102, 103, 105, 108), false)`
const isTaken = sql`coalesce(cod_amount > 0, false) and (paid or ${isReceived})`

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
