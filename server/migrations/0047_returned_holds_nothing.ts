import { sql, type Kysely } from 'kysely'

/** A receipt that was returned is kept, but a new one may be made beside it; and an advance belongs to its order, whatever its TTN. */
const livingIndexes = async (db: Kysely<unknown>, ofOrder: string, ofTtn: string): Promise<void> => {
  await sql`drop index one_live_receipt_per_order_id, one_live_receipt_per_ttn`.execute(db)
  await sql`create unique index one_live_receipt_per_order_id on receipts ${sql.raw(ofOrder)}`.execute(db)
  await sql`create unique index one_live_receipt_per_ttn on receipts ${sql.raw(ofTtn)}`.execute(db)
}

const isOpen = `state not in ('cancelled', 'failed') and retired_at is null`

export async function up(db: Kysely<unknown>): Promise<void> {
  await freeReturned(db)
  await addReturnDue(db)
  await addParcelDeleted(db)
  await sql`create index parcels_awaited_by_register on parcels (cash_register_id) where active and awaited > 0`.execute(
    db,
  )
}

async function freeReturned(db: Kysely<unknown>): Promise<void> {
  const lives = `${isOpen} and returned_at is null`
  await livingIndexes(db, `(order_id, kind) where ${lives}`, `(ttn) where kind = 'ettn' and ${lives}`)
  await sql`alter table orders add advance_only boolean not null default false`.execute(db)
  await findThoseBehind(
    db,
    `case when advance_only then crm ? 'ttn' and crm ->> 'ttn' is distinct from ttn
      else not has_receipt and (crm_changed or coalesce(crm ->> 'status' <> crm_status, false)) end`,
  )
}

/** Beside an advance alone an order goes back to the TTN of the CRM, as one without a receipt goes back to all it says. */
async function findThoseBehind(db: Kysely<unknown>, isBehind: string): Promise<void> {
  await sql`alter table orders drop behind_crm`.execute(db)
  await sql`
    alter table orders add behind_crm boolean not null generated always as (
      deleted_at is null and (edited_at is null and (${sql.raw(isBehind)})
        or ttn is null and crm_ttn_seen is null and crm ->> 'ttn' is not null)) stored`.execute(db)
  await sql`create index orders_behind_crm on orders (id) where behind_crm`.execute(db)
}

/** A parcel was refused, and a receipt of it is fiscal and not returned. `ettn_amount` is null for a returned one. */
async function addReturnDue(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add advance_amount bigint`.execute(db)
  await sql`
    alter table orders add return_due boolean not null generated always as (
      not_needed_at is null and coalesce(parcel_group = 'refused', false)
      and (coalesce(ettn_state = 'fiscal' and ettn_amount is not null, false) or advance_amount is not null)) stored`.execute(
    db,
  )
  await sql`create index orders_with_return_due on orders (id) where return_due`.execute(db)
}

/** A waybill was deleted before it was paid for, and the receipt of it is open. */
async function addParcelDeleted(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add parcel_deleted boolean not null generated always as (
      coalesce(parcel_group = 'deleted' and ettn_state = 'open', false) and not paid) stored`.execute(db)
  await sql`create index orders_with_deleted_parcel on orders (id) where parcel_deleted`.execute(db)
}

/** Orders that got a second receipt after a return have no way down. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index parcels_awaited_by_register`.execute(db)
  await sql`alter table orders drop parcel_deleted, drop return_due, drop advance_amount`.execute(db)
  await findThoseBehind(db, `not has_receipt and (crm_changed or coalesce(crm ->> 'status' <> crm_status, false))`)
  await sql`alter table orders drop advance_only`.execute(db)
  await livingIndexes(db, `(order_id, kind) where ${isOpen}`, `(ttn, kind) where ${isOpen}`)
}
