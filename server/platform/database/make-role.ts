import { setTimeout as pause } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { quoteName, type Asking, type Deviation } from './rights.ts'
import { findRole, roleDeviations } from './role-state.ts'
import { scramVerifier, type Login } from './service-role.ts'

const insufficientPrivilege = '42501'
const duplicateObject = '42710'
/** Another process changes the same row of the catalogue: of roles there is one list for all databases of a server. */
const concurrentlyUpdated = 'XX000'
const wrongPassword = '28P01'
const noSuchLogin = '28000'

/**
 * Makes the role of the service, or takes from it what was added since. Returns what it took away; null: the owner may not
 * make roles.
 */
export async function makeRole(owner: Asking, login: Pick<Login, 'role' | 'password'>): Promise<Deviation[] | null> {
  const { role, password } = login
  const found = await findRole(owner, role)
  if (found !== undefined) return mendAll(owner, roleDeviations(found))
  const made = `create role ${quoteName(role)} login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls`
  const secret = password === null ? '' : ` password '${scramVerifier(password)}'`
  const outcome = await attempt(owner, `${made}${secret}`)
  if (outcome === 'refused') return null
  return outcome === 'exists' ? makeRole(owner, login) : []
}

/** Runs each statement once, however many deviations it mends; hands the deviations back. */
export async function mendAll(owner: Asking, deviations: readonly Deviation[]): Promise<Deviation[]> {
  for (const statement of new Set(deviations.map(({ mend }) => mend))) await attempt(owner, statement)
  return [...deviations]
}

const mostTries = 10

/** What the owner may not mend stays as it is: the caller looks again and tells. */
async function attempt(owner: Asking, statement: string, tries = 1): Promise<'done' | 'refused' | 'exists'> {
  try {
    await owner.query(statement)
    return 'done'
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined
    if (code === insufficientPrivilege) return 'refused'
    if (code === duplicateObject) return 'exists'
    if (code !== concurrentlyUpdated || tries >= mostTries) throw error
    await pause(20 * tries)
    return attempt(owner, statement, tries + 1)
  }
}

/** Logs in as the role; where that fails for its password, the owner sets the password and it is tried once more. */
export async function ensureLogin(owner: Asking, login: Login): Promise<boolean> {
  if (await canLogIn(login.url)) return true
  if (login.password === null) return false
  const statement = `alter role ${quoteName(login.role)} password '${scramVerifier(login.password)}'`
  return (await attempt(owner, statement)) === 'done' && canLogIn(login.url)
}

export async function canLogIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && isRefusedLogin(error)) return false
    // A server that asks for a password, and an address without one.
    if (error instanceof Error && error.message.includes('password must be a string')) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

export const isRefusedLogin = ({ code }: { code?: string | undefined }): boolean =>
  code === wrongPassword || code === noSuchLogin || code === insufficientPrivilege
