import type { App } from '#/server/app.ts'
import { decrypt, encrypt, UnreadableSecret } from '#/server/platform/encryption/encryption.ts'

const placeOf = (userId: string) => ({ table: 'authenticators', row: userId, field: 'secret' })

export const sealSecret = (app: Pick<App, 'encryption_keys'>, userId: string, secret: string): string =>
  encrypt(app.encryption_keys, placeOf(userId), secret)

/** null: its key is gone or the row was tampered with. The person still has the recovery codes, so this is no fault of the login. */
export function openSecret(app: Pick<App, 'encryption_keys' | 'log'>, userId: string, envelope: string): string | null {
  try {
    return decrypt(app.encryption_keys, placeOf(userId), envelope).toString()
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error
    app.log.error({ err: error }, 'the secret of an authenticator cannot be read')
    return null
  }
}
