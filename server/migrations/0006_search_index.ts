import { sql, type Kysely } from 'kysely'

/** The Cyrillic alphabet from U+0430 on, the three letters that stand apart; last the hard and the soft sign, which have no sign. */
const row = Array.from({ length: 0x20 }, (_, index) => 0x430 + index).filter((code) => code !== 0x44a && code !== 0x44c)
const letters = String.fromCodePoint(...row, 0x454, 0x456, 0x457, 0x44a, 0x44c)
const signs = 'ABVGDEJZYIKLMNOPRSTUFXCHWWYEUQEII'

/**
 * The index of the search, with Cyrillic letters written as Latin capitals. pg_trgm knows as letters only what the server's
 * LC_CTYPE knows; under `C` (ours, and many a managed server's) a Ukrainian word gave not one trigram, and a search by
 * name read the whole table. What people confuse on the phone shares a sign; the soft sign is left out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index orders_search`.execute(db)
  await sql`
    alter table orders add search_key text not null generated always as (translate(search, ${sql.lit(letters)}, ${sql.lit(signs)})) stored`.execute(
    db,
  )
  await sql`create index orders_search on orders using gin (search_key gin_trgm_ops)
            with (fastupdate = off) where deleted_at is null`.execute(db)
  // PostgreSQL would not analyze the new column before the next change, and without figures the planner goes astray.
  await sql`analyze orders`.execute(db)
}
