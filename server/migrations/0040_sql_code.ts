import { sql, type Kysely } from 'kysely'

/**
 * Which files of SQL code the database has, each with the sum of its text (decision 0057). Until here migrations made functions and
 * triggers; from here on none does, and the program that has a migration also has all the code that belongs to it. Before this number
 * there is no way down: an earlier program would miss its functions, which its own migrations make no second time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sql_code (file text primary key, sum text not null)`.execute(db)
}
