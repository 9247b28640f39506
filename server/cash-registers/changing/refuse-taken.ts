import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/app.ts'
import { isSameName } from './rules.ts'
import { openSecret } from '../secrets/secrets.ts'
import type { RegisterRow } from '../register/store.ts'

/**
 * No two registers with one name or one licence key. The keys are compared as they are: sealed, the same key looks
 * different every time. One that cannot be opened is compared with nothing; its health speaks of it.
 */
export function refuseTaken(
  app: Pick<App, 'encryption_keys'>,
  others: readonly RegisterRow[],
  { name, license_key }: { name?: string | undefined; license_key?: string | undefined },
): void {
  const namesake = name === undefined ? undefined : others.find((other) => isSameName(other.name, name))
  if (namesake) throw new AppError('register.name_taken', { name: namesake.name })
  if (license_key === undefined) return
  const holder = others.find((other) => {
    const opened = openSecret(app, other, 'license_key')
    return opened.ok && opened.secret === license_key
  })
  if (holder) throw new AppError('register.license_key_taken', { name: holder.name })
}
