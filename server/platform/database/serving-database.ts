import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { Explained } from '../explained.ts'
import type { Logger } from '../log.ts'
import { connectDatabase, type Database } from './database.ts'
import { openEmbeddedServer, type Claim, type EmbeddedServer } from './embedded/embedded-server.ts'
import { ensureLogin, makeRole, mendAll } from './make-role.ts'
import { findRightsDeviations, type Deviation, type Grants } from './rights.ts'
import { findRole, findStanding, roleDeviations, type Standing } from './role-state.ts'
import { deriveServiceLogin, passwordOf, roleOf, type Login } from './service-role.ts'

/** The database as the service works with it, and the way to its owner for the commands that need one. */
export interface ServingDatabase extends Database {
  serving: Serving
  /** Connections of the owner, opened when a command first asks and closed with the database. */
  owner(): Promise<Database>
}

/** Who serves requests, and what is wrong with that. */
export interface Serving {
  role: string
  /** The limited role could not be made, and the owner serves. */
  is_owner: boolean
  /** The owner as the addresses name it; null: only the limited role is known. */
  owner: Standing | null
  /** Rights of the serving role that nobody took away. */
  excess: string[]
}

export interface Addresses {
  database_url: string | null
  database_owner_url: string | null
  data_dir: string
}

interface Options {
  addresses: Addresses
  claim: Claim
  log: Logger
  grants: Grants
  /** Brings the schema and the queues up to date, as the owner. */
  prepare: (owner: Database) => Promise<void>
  /** Throws when a database that we may not bring up to date is not. */
  requirePrepared: (served: Database) => Promise<void>
}

/** The server and the two ways into it. */
interface Server {
  origin: EmbeddedServer['origin'] | 'external'
  owner_url: string | null
  /** The limited role of DATABASE_URL; null: a role of our own beside the owner. */
  service_url: string | null
  close(): Promise<void>
}

const preparingLock = 7_586_950
const turnMs = 100

/**
 * The owner prepares and leaves; a role that owns nothing serves. Where PostgreSQL does not let the owner make that role,
 * the owner serves, and the log and the doctor tell.
 */
export async function openServing(options: Options): Promise<ServingDatabase> {
  const { addresses, claim, log } = options
  const server = await findServer(addresses, claim, log)
  try {
    const { login, serving } = await prepareAll(server, options)
    const database = connectDatabase(login.url, log)
    try {
      if (server.service_url !== null) await options.requirePrepared(database)
      if (server.owner_url === null) serving.excess = toWords(await findDeviations(database, login.role, options.grants))
    } catch (error) {
      await database.close()
      throw error
    }
    const owner = ownerOf(server.owner_url, log)
    const close = async () => {
      await owner.close()
      await database.close()
      await server.close()
    }
    return { ...database, origin: server.origin, serving, owner: owner.open, close }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Only the owner's part, for `kasyr migrate`. */
export async function prepareDatabase(options: Omit<Options, 'requirePrepared'>): Promise<void> {
  const server = await findServer(options.addresses, options.claim, options.log)
  try {
    if (server.owner_url === null) throw new Explained(ownerIsNeeded)
    await prepareAll(server, options)
  } finally {
    await server.close()
  }
}

export const ownerIsNeeded =
  'роль із DATABASE_URL не є власником бази даних. Виконайте kasyr migrate (або цю команду), вказавши адресу власника в KASYR_DATABASE_OWNER_URL.'

async function findServer(addresses: Addresses, claim: Claim, log: Logger): Promise<Server> {
  const { database_url, database_owner_url, data_dir } = addresses
  if (database_url === null) {
    const { url, origin, close } = await openEmbeddedServer(data_dir, claim, log)
    return { origin, owner_url: url, service_url: null, close }
  }
  const close = () => Promise.resolve()
  if (database_owner_url !== null)
    return { origin: 'external', owner_url: database_owner_url, service_url: database_url, close }
  const { owner } = await onConnection(database_url, findStanding)
  return owner
    ? { origin: 'external', owner_url: database_url, service_url: null, close }
    : { origin: 'external', owner_url: null, service_url: database_url, close }
}

interface Prepared {
  login: Pick<Login, 'url' | 'role'>
  serving: Serving
}

async function prepareAll(server: Server, options: Omit<Options, 'requirePrepared'>): Promise<Prepared> {
  const { owner_url, service_url } = server
  if (owner_url === null) {
    const url = service_url ?? ''
    const { role } = await onConnection(url, findStanding)
    return { login: { url, role }, serving: { role, is_owner: false, owner: null, excess: [] } }
  }
  return inTurn(owner_url, async () => {
    const owner = connectDatabase(owner_url, options.log, { pool_size: 2, work: 'preparing' })
    try {
      return await prepareAsOwner(owner, service_url, options)
    } finally {
      await owner.close()
    }
  })
}

async function prepareAsOwner(
  owner: Database,
  serviceUrl: string | null,
  { log, grants, prepare }: Omit<Options, 'requirePrepared'>,
): Promise<Prepared> {
  const standing = await findStanding(owner.pool)
  const login = serviceUrl === null ? deriveServiceLogin(owner.url, standing.role) : await loginOf(serviceUrl)
  const byOwner = { url: serviceUrl ?? owner.url, role: standing.role }
  const ownerServes = { login: byOwner, serving: { role: standing.role, is_owner: true, owner: standing, excess: [] } }
  const made = login.role === standing.role ? null : await makeRole(owner.pool, login)
  await prepare(owner)
  if (made === null) return ownerServes
  const mended = [...made, ...(await mendAll(owner.pool, await findRightsDeviations(owner.pool, login.role, grants)))]
  if (!(await ensureLogin(owner.pool, login))) {
    if (serviceUrl !== null) throw new Explained(`PostgreSQL не впускає роль «${login.role}»: перевірте пароль у DATABASE_URL.`)
    return ownerServes
  }
  const left = mended.length === 0 ? [] : await findDeviations(owner, login.role, grants)
  tellMended(log, login.role, mended)
  return { login, serving: { role: login.role, is_owner: false, owner: standing, excess: toWords(left) } }
}

/** The role in an address; where it names none, whoever PostgreSQL takes us for. */
async function loginOf(url: string): Promise<Login> {
  const role = roleOf(url) ?? (await onConnection(url, findStanding)).role
  return { url, role, password: passwordOf(url) }
}

async function findDeviations({ pool }: Database, role: string, grants: Grants): Promise<Deviation[]> {
  const state = await findRole(pool, role)
  return [...(state ? roleDeviations(state) : []), ...(await findRightsDeviations(pool, role, grants))]
}

const toWords = (deviations: readonly Deviation[]): string[] =>
  deviations.filter(({ kind }) => kind === 'too_much').map(({ what, of }) => (of === 'role' ? what : `${what} (PUBLIC)`))

/** What everybody has by default in a new database is no news; what somebody gave the role is. */
function tellMended(log: Logger, role: string, mended: readonly Deviation[]): void {
  const taken = mended.filter(({ kind, of }) => kind === 'too_much' && of === 'role').map(({ what }) => what)
  if (taken.length > 0) log.warn({ role, taken }, 'the role of the service had been given more than it needs; taken back')
}

/**
 * One process of a fleet prepares at a time. The others ask again and again instead of waiting inside a statement: a
 * statement that waits keeps an index from being built concurrently.
 */
async function inTurn<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  return onConnection(url, async (client) => {
    const take = () => client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${preparingLock}) as mine`)
    while ((await take()).rows[0]?.mine !== true) await pause(turnMs)
    return work()
  })
}

async function onConnection<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function ownerOf(url: string | null, log: Logger) {
  let opened: Database | null = null
  return {
    open: async (): Promise<Database> => {
      if (url === null) throw new Explained(ownerIsNeeded)
      opened ??= connectDatabase(url, log, { pool_size: 2, work: 'preparing' })
      return opened
    },
    close: async (): Promise<void> => opened?.close(),
  }
}
