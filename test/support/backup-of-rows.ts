import { sql } from 'kysely'
import type { App } from '#/server/app.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { doubtQueued } from '#/server/receipts/machine/doubt-queued.ts'

/** All that a backup holds of orders, receipts and the provider. */
const tables = [
  'receipt_incidents',
  'receipt_events',
  'receipts',
  'receipt_batches',
  'receipt_senders',
  'provider_documents',
  'provider_pictures',
  'parcels',
  'orders',
]

/** What a backup and its restore do to the rows, without the files of a real one. */
export const aBackupOf = (db: Db, { clock, config }: Pick<App, 'clock' | 'config'>) => ({
  backUp: async (): Promise<void> => {
    await sql`drop schema if exists kept cascade`.execute(db)
    await sql`create schema kept`.execute(db)
    for (const name of tables) await sql`create table kept.${sql.id(name)} as table ${sql.id(name)}`.execute(db)
  },
  /** Rows as they were, without triggers, as a restore brings them; whatever was made since is forgotten. */
  restore: async (): Promise<void> => {
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const name of tables) {
        const columns = await sql<{ column_name: string }>`
          select column_name from information_schema.columns
          where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER'`.execute(tx)
        const list = sql.join(columns.rows.map(({ column_name }) => sql.id(column_name)))
        await sql`delete from ${sql.id(name)}`.execute(tx)
        await sql`insert into ${sql.id(name)} (${list}) select ${list} from kept.${sql.id(name)}`.execute(tx)
      }
    })
    await db.transaction().execute((tx) => doubtQueued(tx, clock.now(), config.receipt_times))
  },
})
