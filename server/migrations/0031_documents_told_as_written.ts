import { sql, type Kysely } from 'kysely'

/**
 * A change of an order is announced by the statement that writes its document, which knows the revision: one look-up less.
 * `announce_orders` stays for what changes beside the document (`server/events/announce.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function write_order_documents(uuid[])`.execute(db)
  await sql`
    create function write_order_documents(ids uuid[]) returns table (written_id uuid, written_revision bigint)
    language plpgsql set plan_cache_mode = force_generic_plan as $$
    begin
      ${lockThem};
      return query ${writeThem} returning kept.order_id, kept.revision;
    end $$`.execute(db)
  // Of more orders than a reader would ask for one by one it hears that everything is to be loaded afresh.
  await sql`
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
    end $$`.execute(db)
}

const lockThem = sql`perform from order_documents where order_id = any(ids) order by order_id for no key update`

const writeThem = sql`
      insert into order_documents as kept (order_id, hidden, has_parcel, crm_changed, prepayment_stays, body) select * from order_bodies(ids)
      on conflict (order_id) do update
        set revision = kept.revision + 1, hidden = excluded.hidden, has_parcel = excluded.has_parcel,
          crm_changed = excluded.crm_changed, prepayment_stays = excluded.prepayment_stays, body = excluded.body`

/** As migration 0027 has them. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function write_order_documents(uuid[])`.execute(db)
  await sql`
    create function write_order_documents(ids uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
    begin
      ${lockThem};
      ${writeThem};
    end $$`.execute(db)
  await sql`
    create or replace function orders_changed(ids uuid[]) returns void language plpgsql as $$
    begin
      if ids <> '{}' then
        perform write_order_documents(ids);
        perform announce_orders(ids);
      end if;
    end $$`.execute(db)
}
