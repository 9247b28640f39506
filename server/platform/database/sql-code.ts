import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/**
 * Functions and triggers are code: they have no history in the database, they are put there whole. When a file changed, or migrations
 * are to run, all of them are dropped, the migrations run without them, and all files are run anew. So a migration never meets old
 * code, a file that is gone is gone from the database as well, and another signature needs no migration (decision 0057).
 */
export interface SqlCode {
  /** SQL by the path of its file, in the order in which it is run. */
  read(): ReadonlyMap<string, string>
  /** Brings the rows up to date that functions and triggers derive from others. null: migrations ran, so any of them may be wrong. */
  refresh(tx: Tx, changed: readonly string[] | null): Promise<void>
}

declare module './db.ts' {
  interface Tables {
    sql_code: { file: string; sum: string }
  }
}

/** The files that the database does not have as they are here, and those that it has and are gone. */
export async function findChanged(db: Db | Tx, code: SqlCode): Promise<string[]> {
  const [kept, fresh] = [await listKept(db), sumsOf(code)]
  const differs = [...fresh].filter(([file, sum]) => kept.get(file) !== sum).map(([file]) => file)
  return [...differs, ...[...kept.keys()].filter((file) => !fresh.has(file))]
}

const sumsOf = (code: SqlCode): Map<string, string> =>
  new Map(Array.from(code.read(), ([file, text]) => [file, createHash('sha256').update(text).digest('hex')]))

async function listKept(db: Db | Tx): Promise<Map<string, string>> {
  if (!(await isThere(db))) return new Map()
  const rows = await db.selectFrom('sql_code').select(['file', 'sum']).execute()
  return new Map(rows.map(({ file, sum }) => [file, sum]))
}

/** A database of before migration 0040 has no list of files. */
async function isThere(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('public.sql_code') is not null as there`.execute(db)
  return rows[0]?.there === true
}

/** After the last migration: the files are written for its tables. */
export async function createCode(tx: Tx, code: SqlCode): Promise<void> {
  // A function may name another that comes later.
  await sql`set local check_function_bodies = off`.execute(tx)
  for (const [file, text] of code.read()) {
    try {
      await sql.raw(text).execute(tx)
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
  const rows = Array.from(sumsOf(code), ([file, sum]) => ({ file, sum }))
  if (rows.length > 0) await tx.insertInto('sql_code').values(rows).execute()
}

/** What an extension brought along is not ours, nor is what another role made. */
const ourFunctions = sql`
  select p.oid from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    and (pg_get_userbyid(p.proowner) = current_user
      or p.proowner = (select relowner from pg_class where oid = to_regclass('public.kysely_migration')))`

/** Not `cascade`: a column or an index that needs one of our functions must not vanish with it. */
export async function dropCode(tx: Tx): Promise<void> {
  await runAll(
    tx,
    sql`
      select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement from pg_trigger
      where not tgisinternal and tgfoid in (${ourFunctions}) order by 1`,
  )
  await runAll(
    tx,
    sql`
      select 'drop function ' || string_agg(oid::regprocedure::text, ', ') as statement
      from (${ourFunctions}) ours having count(*) > 0`,
  )
  if (await isThere(tx)) await tx.deleteFrom('sql_code').execute()
}

async function runAll(tx: Tx, statements: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ statement: string }>`${statements}`.execute(tx)
  for (const { statement } of rows) await sql.raw(statement).execute(tx)
}
