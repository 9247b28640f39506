import { sql } from 'kysely'
import { putCheckpointsAside } from '#/server/audit/checkpoint.ts'
import { leftOut } from '#/server/backup/manifest.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'

/**
 * A backup and its restore, as far as rows go: every table that `kasyr backup` takes, at one moment, put back later with
 * triggers off; jobs are forgotten. The file itself and the change of databases have tests of their own.
 */
export async function keepRows(db: Db): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`create schema kept`.execute(tx)
      for (const { name } of await listTables(tx))
        await sql`create table kept.${sql.id(name)} as table public.${sql.id(name)}`.execute(tx)
    })
}

export async function putRowsBack(db: Db, dataDir: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { name, columns } of await listTables(tx)) {
      const list = sql.join(columns.map((column) => sql.id(column)))
      await sql`delete from public.${sql.id(name)}`.execute(tx)
      await sql`insert into public.${sql.id(name)} (${list}) overriding system value
                select ${list} from kept.${sql.id(name)}`.execute(tx)
    }
    await sql`delete from pgboss.job`.execute(tx)
  })
  putCheckpointsAside(dataDir, 'before')
}

/** With the columns that can be written. */
async function listTables(tx: Tx): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`.execute(tx)
  return rows.filter(({ name }) => !leftOut.has(name))
}
