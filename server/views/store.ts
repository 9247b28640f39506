import { sql } from 'kysely'
import type { SavedView, SaveViewRequest } from '#/contract/saved-views.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    saved_views: { id: string; user_id: string; name: string; search: unknown }
  }
}

/** By name, as a Ukrainian reads a list. */
export async function listViews(db: Db | Tx, userId: string): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select id, name, search from saved_views where user_id = ${userId} order by name collate "uk-x-icu", id`.execute(db)
  return rows
}

/** Serialises saves and removals from several windows of one person. */
export async function lockViews(tx: Tx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
}

/** A name that is there already gets the new list. */
export async function putView(
  tx: Tx,
  userId: string,
  { id, name, search }: SaveViewRequest & { id: string },
): Promise<SavedView | undefined> {
  const { rows } = await sql<SavedView>`
    insert into saved_views (id, user_id, name, search) values (${id}, ${userId}, ${name}, ${JSON.stringify(search)}::jsonb)
    on conflict (user_id, name) do update set search = excluded.search
    returning id, name, search`.execute(tx)
  return rows[0]
}

/** Its name; undefined: it is not theirs, or gone. */
export async function removeView(tx: Tx, userId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from saved_views where user_id = ${userId} and id = ${id} returning name`.execute(tx)
  return rows[0]?.name
}
