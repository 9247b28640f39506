import { Secret, TOTP } from 'otpauth'
import { randomSecret } from '#/server/platform/random.ts'

/** What every authenticator app takes without asking: other values of RFC 6238 are ignored by some of them. */
const shape = { issuer: 'Касир', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** RFC 4226 asks for 160 bits: as many as the hash has. */
const secretBytes = 20
/** One step to each side: phones go wrong by seconds, and a person needs some to type. */
const tolerance = 1

const totpOf = (secret: string, label: string): TOTP => new TOTP({ ...shape, label, secret: Secret.fromBase32(secret) })

/** Base32, as a person would type it into an app. */
export const newTotpSecret = (): string =>
  new Secret({ buffer: Uint8Array.from(randomSecret(secretBytes)).buffer }).base32

/** What the QR code holds. */
export const uriOf = (secret: string, login: string): string => totpOf(secret, login).toString()

/** The step of time this code belongs to; null: to none that counts now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: tolerance })
  return delta === null ? null : TOTP.counter({ period: shape.period, timestamp }) + delta
}
