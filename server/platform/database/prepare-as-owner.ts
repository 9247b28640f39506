import { setTimeout as pause } from 'node:timers/promises'
import { Explained } from '../explained.ts'
import type { Logger } from '../log.ts'
import { connectDatabase, type Database } from './database.ts'
import { locks } from './locks.ts'
import { canLogIn, makeRole, mendAll, setPassword } from './roles/make-role.ts'
import { findRightsDeviations, type Asking, type Deviation, type Grants } from './roles/rights.ts'
import { findRole, findStanding, roleDeviations, type Standing } from './roles/role-state.ts'
import { deriveServiceLogin, passwordOf, roleOf, type Login } from './roles/service-role.ts'

export interface Preparing {
  log: Logger
  grants: Grants
  /** Brings the schema and the queues up to date, as the owner. */
  prepare: (owner: Database) => Promise<void>
}

/** The role that serves requests, and what is wrong with it. */
export interface Serving {
  role: string
  /** The limited role could not be made, and the owner serves. */
  is_owner: boolean
  /** null: only the limited role is known. */
  owner: Standing | null
  /** Rights of the serving role that could not be taken away. */
  excess: string[]
}

export interface Prepared {
  database: Database
  serving: Serving
}

const turnMs = 100

/** Makes the role of the service, prepares, grants, and opens the database for the service. */
export async function prepareAsOwner(
  owner: Database,
  standing: Standing,
  serviceUrl: string | null,
  { log, grants, prepare }: Preparing,
): Promise<Prepared> {
  await takeTurn(owner.pool)
  const login = serviceUrl === null ? deriveServiceLogin(owner.url, standing.role) : await loginOf(serviceUrl, log)
  const made = login.role === standing.role ? null : await makeRole(owner.pool, login)
  await prepare(owner)
  const mended = made && [
    ...made,
    ...(await mendAll(owner.pool, await findRightsDeviations(owner.pool, login.role, grants))),
  ]
  const database = mended && (await openAs(login, owner, log))
  if (mended === null || database === null) {
    if (serviceUrl !== null && login.role !== standing.role) throw new Explained(refused(login.role))
    return {
      database: connectDatabase(serviceUrl ?? owner.url, log),
      serving: { role: standing.role, is_owner: true, owner: standing, excess: [] },
    }
  }
  logMended(log, login.role, mended)
  const left = mended.length === 0 ? [] : await findDeviations(owner.pool, login.role, grants)
  return { database, serving: { role: login.role, is_owner: false, owner: standing, excess: toWords(left) } }
}

const refused = (role: string): string =>
  `PostgreSQL не впускає роль «${role}» із DATABASE_URL, а власник із KASYR_DATABASE_OWNER_URL не може її створити чи змінити їй пароль. Створіть роль або виправте пароль.`

/**
 * One process of a fleet prepares at a time; the lock goes with the connection. The others ask again and again instead of
 * waiting inside a statement: a statement that waits keeps an index from being built concurrently.
 */
async function takeTurn(owner: Asking): Promise<void> {
  const take = () => owner.query<{ mine: boolean }>(`select pg_try_advisory_lock(${locks.preparing}) as mine`)
  while ((await take()).rows[0]?.mine !== true) await pause(turnMs)
}

/** The role in an address; where it names none, the one PostgreSQL takes us for. */
async function loginOf(url: string, log: Logger): Promise<Login> {
  const named = roleOf(url)
  if (named !== null) return { url, role: named, password: passwordOf(url) }
  const database = connectDatabase(url, log, { pool_size: 1 })
  try {
    return { url, role: (await findStanding(database.pool)).role, password: passwordOf(url) }
  } finally {
    await database.close()
  }
}

/** Where the login fails, the owner sets the password that the address has, and it is tried once more. null: not let in. */
async function openAs(login: Login, owner: Database, log: Logger): Promise<Database | null> {
  const database = connectDatabase(login.url, log)
  try {
    if (await canLogIn(database.pool)) return database
    if ((await setPassword(owner.pool, login)) && (await canLogIn(database.pool))) return database
  } catch (error) {
    await database.close()
    throw error
  }
  await database.close()
  return null
}

export async function findDeviations(db: Asking, role: string, grants: Grants): Promise<Deviation[]> {
  const state = await findRole(db, role)
  return [...(state ? roleDeviations(state) : []), ...(await findRightsDeviations(db, role, grants))]
}

export const toWords = (deviations: readonly Deviation[]): string[] =>
  deviations
    .filter(({ kind }) => kind === 'too_much')
    .map(({ what, of }) => (of === 'role' ? what : `${what} (PUBLIC)`))

/** Rights that PUBLIC has by default in a new database are not logged; rights granted to the role are. */
function logMended(log: Logger, role: string, mended: readonly Deviation[]): void {
  const taken = mended.filter(({ kind, of }) => kind === 'too_much' && of === 'role').map(({ what }) => what)
  if (taken.length > 0)
    log.warn({ role, taken }, 'the role of the service had been given more than it needs; taken back')
}
