import type { ErrorCode } from '#/contract/errors.ts'
import type { App } from '#/server/app.ts'
import type { RegisterCredentials } from '#/server/integrations/fiscal/fiscal-client.ts'
import { openSecret } from './secrets.ts'
import { findRegister, type RegisterRow } from '../register/store.ts'

export type FoundCredentials =
  | { ok: true; register: RegisterRow; credentials: RegisterCredentials; scope: string | null }
  | { ok: false; refusal: ErrorCode }

/**
 * What signs in at the provider, and as whom (`cash_registers.provider_scope`). Inside the program only: the credentials
 * are secrets.
 */
export async function findRegisterCredentials(
  app: Pick<App, 'db' | 'encryption_keys'>,
  id: string,
): Promise<FoundCredentials> {
  const register = await findRegister(app.db, id)
  if (!register) return { ok: false, refusal: 'register.not_found' }
  const [license_key, pin] = [openSecret(app, register, 'license_key'), openSecret(app, register, 'pin')]
  if (license_key.ok && pin.ok)
    return {
      ok: true,
      register,
      credentials: { license_key: license_key.secret, pin: pin.secret },
      scope: register.provider_scope,
    }
  const isUnreadable = [license_key, pin].some((opened) => !opened.ok && opened.reason === 'unreadable')
  return { ok: false, refusal: isUnreadable ? 'register.secret_unreadable' : 'register.secret_missing' }
}
