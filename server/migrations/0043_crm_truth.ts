import { sql, type Kysely } from 'kysely'

/** An order follows the CRM in whatever no person holds, and a TTN that the CRM changed under a person is a trouble. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rememberTypedTtns(db)
  await findThoseBehind(db)
  await findOtherTtns(db)
}

/**
 * `crm_ttn_seen`: what the CRM said when a person last decided on the TTN of the order; '' when it said none, null while no person has.
 * Of edits before this the audit log knows whether they touched the TTN; where the CRM changed since, it is shown rather than
 * passed over. `crm_ttn_at`: when the CRM changed its TTN, if it ever did.
 */
async function rememberTypedTtns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add crm_ttn_seen text, add crm_ttn_at timestamptz(3)`.execute(db)
  await sql`
    update orders o set crm_ttn_seen = case when crm_changed then '' else coalesce(crm ->> 'ttn', '') end
    where edited_at is not null and exists (select from audit_log a
      where a.subject_type = 'order' and a.subject_id = o.id::text and a.action = 'order.edited'
        and a.details -> 'changes' -> 'ttn' is not null)`.execute(db)
}

/**
 * Nothing holds the order any more, so it goes back to what the CRM says of it. A TTN that the order does not have yet is taken over
 * from the CRM also when a person edited something else.
 */
async function findThoseBehind(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add behind_crm boolean not null generated always as (
      deleted_at is null and (
        edited_at is null and not has_receipt and (crm_changed or coalesce(crm ->> 'status' <> crm_status, false))
        or ttn is null and crm_ttn_seen is null and crm ->> 'ttn' is not null)) stored`.execute(db)
  await sql`create index orders_behind_crm on orders (id) where behind_crm`.execute(db)
}

/** The CRM names another TTN than the order, which a person or a receipt holds, and no person has decided between these two. */
async function findOtherTtns(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add ttn_differs boolean not null generated always as (
      deleted_at is null and (edited_at is not null or has_receipt)
      and coalesce(crm ->> 'ttn' <> coalesce(ttn, ''), false) and crm_ttn_seen is distinct from crm ->> 'ttn') stored`.execute(
    db,
  )
  await sql`create index orders_with_another_ttn on orders (id) where ttn_differs`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders drop ttn_differs, drop behind_crm, drop crm_ttn_at, drop crm_ttn_seen`.execute(db)
}
