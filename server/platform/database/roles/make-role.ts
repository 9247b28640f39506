import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
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

/** False: there is none to set, or the owner may not. */
export async function setPassword(
  owner: Asking,
  { role, password }: Pick<Login, 'role' | 'password'>,
): Promise<boolean> {
  if (password === null) return false
  return (await attempt(owner, `alter role ${quoteName(role)} password '${scramVerifier(password)}'`)) === 'done'
}

export async function canLogIn(pool: Asking): Promise<boolean> {
  try {
    await pool.query('select')
    return true
  } catch (error) {
    if (isRefusedLogin(error)) return false
    throw error
  }
}

/** Also by the driver, which refuses by itself when the server asks for a password and the address has none. */
export const isRefusedLogin = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? [wrongPassword, noSuchLogin, insufficientPrivilege].includes(error.code ?? '')
    : error instanceof Error && error.message.includes('password must be a')
