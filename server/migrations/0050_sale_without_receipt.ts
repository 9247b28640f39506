import { sql, type Kysely } from 'kysely'

/** As `lacks_receipt` of migration 0028: a generated column cannot name another one. */
const lacksReceipt = `(deleted_at is null and not_needed_at is null and ettn_state is null and coalesce(cod_amount > 0, false)
  and (paid or coalesce(parcel_group = 'received', false)))`

/**
 * A parcel that was received or paid for and has no receipt holds its order to its TTN: another one from the CRM would let the sale
 * be forgotten. In all else the order goes on to follow the CRM, so what differs beside the TTN is known by itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add crm_changed_beside_ttn boolean not null default false`.execute(db)
  await compare(db, {
    held: `edited_at is not null or has_receipt or ${lacksReceipt}`,
    followsTtn: `not ${lacksReceipt} and`,
    changed: `case when ${lacksReceipt} then crm_changed_beside_ttn else crm_changed end`,
  })
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await compare(db, { held: 'edited_at is not null or has_receipt', followsTtn: '', changed: 'crm_changed' })
  await sql`alter table orders drop crm_changed_beside_ttn`.execute(db)
}

interface Comparison {
  /** The CRM does not change the TTN of such an order. */
  held: string
  /** Before what is asked of one with an advance alone. */
  followsTtn: string
  changed: string
}

async function compare(db: Kysely<unknown>, { held, followsTtn, changed }: Comparison): Promise<void> {
  await sql`alter table orders drop ttn_differs, drop behind_crm`.execute(db)
  await sql`
    alter table orders
      add ttn_differs boolean not null generated always as (
        deleted_at is null and (${sql.raw(held)})
        and coalesce(crm ->> 'ttn' <> coalesce(ttn, ''), false) and crm_ttn_seen is distinct from crm ->> 'ttn') stored,
      add behind_crm boolean not null generated always as (
        deleted_at is null and (
          edited_at is null and (case
            when advance_only then ${sql.raw(followsTtn)} crm ? 'ttn' and crm ->> 'ttn' is distinct from ttn
            else not has_receipt and (${sql.raw(changed)} or coalesce(crm ->> 'status' <> crm_status, false)) end)
          or ttn is null and crm_ttn_seen is null and crm ->> 'ttn' is not null)) stored`.execute(db)
  await sql`create index orders_with_another_ttn on orders (id) where ttn_differs`.execute(db)
  await sql`create index orders_behind_crm on orders (id) where behind_crm`.execute(db)
}
