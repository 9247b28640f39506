import { sql, type Kysely } from 'kysely'

/**
 * `waybill_made_at`: when the waybill was made, as the carrier says; no document for the TTN is older.
 * `unproven`: taken or paid, and it is not known whose parcel it is. Parcels that were received like that were never
 * asked about again, so they are due now; and so is what was taken for another sender's although a key was shown its sender.
 * Orders with the same TTN count as one parcel.
 * `unfindable`: the carrier takes its TTN for no number, or does not know it.
 * `added_at`: since when the order has this TTN; one that is never asked about must be shown, too. null: since before this version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table parcels add waybill_made_at timestamptz(3), add added_at timestamptz(3)`.execute(db)
  await sql`alter table parcels alter added_at set default clock_timestamp()`.execute(db)
  await sql`
    alter table parcels add unproven boolean not null generated always as (
      active and own is null and cash_register_id is null
      and (paid or coalesce(status_code in (9, 10, 11, 106), false))) stored`.execute(db)
  await sql`create index parcels_unproven on parcels (order_id) where unproven`.execute(db)
  await sql`create index parcels_by_question on parcels (checked_at) where active and due_at is not null`.execute(db)
  await sql`
    alter table parcels add unfindable boolean not null generated always as (
      active and (coalesce(problem ->> 'kind' = 'bad_number', false) or coalesce(status_code = 3, false))) stored`.execute(
    db,
  )
  await sql`create index parcels_unfindable on parcels (order_id) where unfindable`.execute(db)
  await sql`
    create index parcels_unseen on parcels (order_id)
    where active and own is null and cash_register_id is null and not unfindable and not unproven`.execute(db)
  await countTwins(db, -1)
  await sql`update parcels set due_at = '-infinity' where unproven and due_at is null`.execute(db)
  await sql`
    update parcels set own = null, due_at = '-infinity'
    where cash_register_id is null and problem ->> 'kind' in ('other_sender', 'sender_unproven')`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await countTwins(db, 1)
  await sql`drop index parcels_by_question`.execute(db)
  await sql`drop index parcels_unseen`.execute(db)
  await sql`alter table parcels drop unfindable`.execute(db)
  await sql`alter table parcels drop unproven`.execute(db)
  await sql`alter table parcels drop added_at, drop waybill_made_at`.execute(db)
}

/** Adds to the counts, or takes from them, what the other orders of a parcel count beside the one with the largest sum. */
async function countTwins(db: Kysely<unknown>, sign: 1 | -1): Promise<void> {
  await sql`
    insert into order_tallies (name, amount)
    select name, ${sql.lit(sign)} * amount
    from (select sum(parcels) as parcels, sum(cod) as cod
          from (select count(*) - 1 as parcels, sum(awaited) - max(awaited) as cod
                from parcels where active and awaited is not null group by ttn having count(*) > 1) twins) sums,
      lateral (values ('awaited', parcels), ('awaited_cod', cod)) as changes (name, amount)
    where amount <> 0`.execute(db)
}
