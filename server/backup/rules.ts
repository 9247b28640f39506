import { leftOut, type Table } from './manifest.ts'

/**
 * Which table of a backup is not one of ours, is missing, or has other columns than the schema it names; null: they fit.
 * The order of columns depends on how a database came to its schema, and COPY names them.
 */
export function whyNotOurTables(given: readonly Table[], ours: readonly Table[]): string | null {
  const expected = new Map(ours.filter(({ name }) => !leftOut.has(name)).map(({ name, columns }) => [name, columns]))
  const strange = given.find(({ name, columns }) => !isSameSet(columns, expected.get(name)))
  if (strange) return strange.name
  return [...expected.keys()].find((name) => !given.some((table) => table.name === name)) ?? null
}

const isSameSet = (given: readonly string[], ours: readonly string[] | undefined): boolean =>
  ours !== undefined && given.toSorted().join() === ours.toSorted().join()

/** What decides whether a person can log in, and with which role. */
export interface Person {
  login: string
  role: string
  disabled: boolean
  password_hash: string | null
  /** When it was set up; null: there is none. */
  authenticator: string | null
  passkeys: string[]
  /** Those that were not used. */
  recovery_codes: string[]
}

/** A person who, after a restore, can log in in a way that was closed since the backup was made. */
export interface Revived {
  login: string
  /** They had been disabled. */
  enabled: boolean
  /** The previous password works again. */
  password: boolean
  /** The role they have again; null: it is the same. */
  role: string | null
  authenticator: boolean
  passkeys: number
  recovery_codes: number
}

/** Which people of the backup regain a way to log in that the replaced database had closed. */
export const whoComesBack = (before: readonly Person[], after: readonly Person[]): Revived[] =>
  after.flatMap((now) => {
    const was = before.find(({ login }) => login === now.login)
    if (was === undefined) return []
    const revived = {
      login: now.login,
      enabled: was.disabled && !now.disabled,
      password: now.password_hash !== null && now.password_hash !== was.password_hash,
      role: now.role === was.role ? null : now.role,
      authenticator: now.authenticator !== null && now.authenticator !== was.authenticator,
      passkeys: countNotIn(was.passkeys, now.passkeys),
      recovery_codes: countNotIn(was.recovery_codes, now.recovery_codes),
    }
    const { login: _login, ...what } = revived
    return Object.values(what).some((one) => one !== false && one !== null && one !== 0) ? [revived] : []
  })

const countNotIn = (before: readonly string[], now: readonly string[]): number =>
  now.filter((one) => !before.includes(one)).length
