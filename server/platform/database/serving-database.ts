import { Explained } from '../explained.ts'
import type { Logger } from '../log.ts'
import { connectDatabase, type Database } from './database.ts'
import { openEmbeddedServer, type Claim, type EmbeddedServer } from './embedded/embedded-server.ts'
import {
  findDeviations,
  prepareAsOwner,
  toWords,
  type Prepared,
  type Preparing,
  type Serving,
} from './prepare-as-owner.ts'
import { findStanding } from './roles/role-state.ts'

/** The database as the service works with it, and the way to its owner for the commands that need one. */
export interface ServingDatabase extends Database {
  serving: Serving
  /** Connections of the owner, opened when a command first asks and closed with the database. */
  owner(): Promise<Database>
}

export interface Addresses {
  database_url: string | null
  database_owner_url: string | null
  data_dir: string
}

interface Options extends Preparing {
  addresses: Addresses
  claim: Claim
  /** Throws when a database that we may not bring up to date is not. */
  requirePrepared: (served: Database) => Promise<void>
}

/** The server and the two ways into it. */
interface Server {
  origin: EmbeddedServer['origin'] | 'external'
  /** Of the owner, or of a role that may turn out not to be one. */
  owner_url: string
  /** DATABASE_URL where the owner has an address of its own; null: a role of our own beside the owner. */
  service_url: string | null
  close(): Promise<void>
}

const ownerIsNeeded =
  'роль із DATABASE_URL не є власником бази даних. Виконайте цю команду, вказавши адресу власника в KASYR_DATABASE_OWNER_URL.'

/**
 * The owner prepares and leaves; a role that owns nothing serves. Where PostgreSQL does not let the owner make that role,
 * the owner serves, and the log and the doctor tell. A limited role alone finds everything prepared, or says what to do.
 */
export async function openServing(options: Options): Promise<ServingDatabase> {
  const server = await findServer(options)
  try {
    const prepared = await prepareAll(server, options)
    const { database, serving } = prepared ?? (await serveLimited(server.owner_url, options))
    const owner = ownerOf(prepared === null ? null : server.owner_url, options.log)
    const close = async () => {
      await owner.close()
      await database.close()
      await server.close()
    }
    // The two addresses might lead to different databases.
    if (server.service_url !== null) await closingOnFailure(database, () => options.requirePrepared(database))
    return { ...database, origin: server.origin, serving, owner: owner.open, close }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Only the owner's part, for `kasyr migrate`. */
export async function prepareDatabase(options: Omit<Options, 'requirePrepared'>): Promise<void> {
  const server = await findServer(options)
  try {
    const prepared = await prepareAll(server, options)
    if (prepared === null) throw new Explained(ownerIsNeeded)
    await prepared.database.close()
  } finally {
    await server.close()
  }
}

async function findServer({ addresses, claim, log }: Pick<Options, 'addresses' | 'claim' | 'log'>): Promise<Server> {
  const { database_url, database_owner_url, data_dir } = addresses
  if (database_url === null) {
    const { url, origin, close } = await openEmbeddedServer(data_dir, claim, log)
    return { origin, owner_url: url, service_url: null, close }
  }
  const close = () => Promise.resolve()
  return database_owner_url === null
    ? { origin: 'external', owner_url: database_url, service_url: null, close }
    : { origin: 'external', owner_url: database_owner_url, service_url: database_url, close }
}

/** null: the only address there is names a role that is not the owner. */
async function prepareAll({ owner_url, service_url }: Server, options: Preparing): Promise<Prepared | null> {
  // One connection: it holds the lock of the preparation, and does all the work.
  const owner = connectDatabase(owner_url, options.log, { pool_size: 1, work: 'preparing' })
  try {
    const standing = await findStanding(owner.pool)
    if (standing.owner) return await prepareAsOwner(owner, standing, service_url, options)
    if (service_url === null) return null
    throw new Explained(
      `роль «${standing.role}» із KASYR_DATABASE_OWNER_URL не є власником бази даних: вкажіть роль, якій належать таблиці.`,
    )
  } finally {
    await owner.close()
  }
}

function serveLimited(url: string, { log, grants, requirePrepared }: Options): Promise<Prepared> {
  const database = connectDatabase(url, log)
  return closingOnFailure(database, async () => {
    await requirePrepared(database)
    const { role } = await findStanding(database.pool)
    const excess = toWords(await findDeviations(database.pool, role, grants))
    return { database, serving: { role, is_owner: false, owner: null, excess } }
  })
}

async function closingOnFailure<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await database.close()
    throw error
  }
}

function ownerOf(url: string | null, log: Logger) {
  let opened: Database | null = null
  return {
    open: async (): Promise<Database> => {
      if (url === null) throw new Explained(ownerIsNeeded)
      opened ??= connectDatabase(url, log, { pool_size: 5, work: 'preparing' })
      return opened
    },
    close: async (): Promise<void> => opened?.close(),
  }
}
