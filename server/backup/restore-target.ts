import { Client } from 'pg'
import type { Config } from '../config.ts'
import { openEmbeddedServer } from '../platform/database/embedded/embedded-server.ts'
import { Explained } from '../platform/explained.ts'
import type { Logger } from '../platform/log.ts'

/** Where a backup is restored to: always into an empty database, so that nothing that is there can be lost. */
export interface RestoreTarget {
  url: string
  /** The service works with it as soon as there is something in it; otherwise `finish` makes that so. */
  is_in_place: boolean
  /** The database the service works with until then; null: there is none, or none that is known. */
  before: string | null
  /** Makes it the database the service works with. Under which name the one before is kept; null: there was none. */
  finish(stamp: string): Promise<string | null>
  /** Closes it and removes what was made for it. */
  abandon(): Promise<void>
  close(): Promise<void>
}

const nothing = () => Promise.resolve()
const noneKept = () => Promise.resolve(null)

export async function openTarget(
  { database_url, data_dir }: Pick<Config, 'database_url' | 'data_dir'>,
  log: Logger,
): Promise<RestoreTarget> {
  if (database_url === null) return openBeside(data_dir, log)
  if (!(await isEmpty(database_url)))
    throw new Explained(
      'база даних у DATABASE_URL не порожня, а відновлення нічого не перезаписує. Створіть порожню базу й вкажіть її в DATABASE_URL.',
    )
  return { url: database_url, is_in_place: true, before: null, finish: noneKept, abandon: nothing, close: nothing }
}

/** Of the embedded server: while one database is filled, the other stays as it is, and the two change names at once. */
async function openBeside(dataDir: string, log: Logger): Promise<RestoreTarget> {
  const { url, close } = await openEmbeddedServer(dataDir, 'own', log)
  try {
    if (await isEmpty(url)) return { url, is_in_place: true, before: null, finish: noneKept, abandon: close, close }
    const [name, draft] = [new URL(url).pathname.slice(1), `${new URL(url).pathname.slice(1)}_restoring`]
    await onDatabase(withName(url, 'postgres'), async (client) => {
      await client.query(`drop database if exists ${draft}`)
      await client.query(`create database ${draft}`)
    })
    const finish = (stamp: string) =>
      onDatabase(withName(url, 'postgres'), async (client) => {
        const kept = `${name}_before_${stamp}`
        // One transaction: at no moment is there no database of that name, which a start would take for a first start.
        await client.query(
          `begin; alter database ${name} rename to ${kept}; alter database ${draft} rename to ${name}; commit`,
        )
        return kept
      })
    const abandon = async () => {
      await onDatabase(withName(url, 'postgres'), (client) =>
        client.query(`drop database if exists ${draft} with (force)`),
      )
      await close()
    }
    return { url: withName(url, draft), is_in_place: false, before: url, finish, abandon, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Also one that was only migrated, or left by a failed restore: without users it was never in use. */
const isEmpty = (url: string): Promise<boolean> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ has_users: boolean; has_any: boolean }>(
      `select to_regclass('public.users') is not null as has_users,
         exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                 where n.nspname !~ '^pg_' and n.nspname <> 'information_schema') as has_any`,
    )
    const [found = { has_users: false, has_any: true }] = rows
    if (!found.has_users) return !found.has_any
    return (await client.query('select from users limit 1')).rowCount === 0
  })

export async function onDatabase<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withName(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
