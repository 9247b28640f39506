import { sql, type Kysely } from 'kysely'

/**
 * A change and its entry in the audit log are written by one statement, which is a transaction by itself. Nobody could take the
 * change back afterwards, so PostgreSQL itself refuses both when the entry is not stored as it was sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function entry_stands(is_as_sent boolean) returns boolean language plpgsql as $$
    begin
      if not is_as_sent then
        raise exception 'the audit entry was not stored as it was sent' using errcode = 'KA001';
      end if;
      return true;
    end $$`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function entry_stands(boolean)`.execute(db)
}
