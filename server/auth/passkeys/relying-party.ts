import { isIP } from 'node:net'
import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/app.ts'

/** Whom a passkey belongs to, in the words of WebAuthn: the browser signs the origin it sees, we compare it with ours. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * The public address if there is one, otherwise the loopback name the browser uses. Browsers know passkeys only under
 * https or a localhost name, and never under a bare address such as 127.0.0.1 (WebAuthn, «valid domain string»).
 */
export function findRelyingParty(publicUrl: string | null, host: string): RelyingParty | null {
  const address = publicUrl ?? `http://${host}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname, origin } = new URL(address)
  const isLoopback = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  return isLoopback || (publicUrl !== null && protocol === 'https:') ? { id: hostname, origin } : null
}

export function requireRelyingParty({ config }: Pick<App, 'config'>, host: string): RelyingParty {
  const party = findRelyingParty(config.public_url, host)
  if (!party) throw new AppError('passkey.wrong_address')
  return party
}
