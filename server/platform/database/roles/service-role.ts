import { createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto'
import { randomSecret } from '../../random.ts'

export interface Login {
  url: string
  role: string
  /** null: the server does not ask for one (trust, peer, certificate). */
  password: string | null
}

/** PostgreSQL cuts a name after 63 bytes, and two long names must not become one. */
const longestOwnerBytes = 55

export const serviceRoleOf = (owner: string): string =>
  `${Buffer.byteLength(owner) <= longestOwnerBytes ? owner : hashOf(owner)}_service`

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/**
 * The login of the service beside the owner's. Its password follows from the owner's, so every process of a fleet comes to
 * the same one and none is stored. An owner without a password gives none: any client could derive it.
 */
export function deriveServiceLogin(ownerUrl: string, owner: string): Login {
  const role = serviceRoleOf(owner)
  const secret = passwordOf(ownerUrl)
  const password = secret === null ? null : derive(secret, role)
  return { url: loginAs(ownerUrl, role, password), role, password }
}

const derive = (secret: string, role: string): string =>
  Buffer.from(hkdfSync('sha256', secret, 'kasyr', `kasyr database role ${role} v1`, 32)).toString('base64url')

/** An address may name the password in its own place or as a parameter, which goes first. */
export function passwordOf(url: string): string | null {
  const { searchParams, password } = new URL(url)
  return searchParams.get('password') ?? (password === '' ? null : decodeURIComponent(password))
}

export function roleOf(url: string): string | null {
  const { searchParams, username } = new URL(url)
  return searchParams.get('user') ?? (username === '' ? null : decodeURIComponent(username))
}

function loginAs(url: string, role: string, password: string | null): string {
  const address = new URL(url)
  address.searchParams.delete('user')
  address.searchParams.delete('password')
  if (address.hostname === '') {
    // The address of a socket has no host, and without a host a URL takes no name.
    address.searchParams.set('user', role)
    if (password !== null) address.searchParams.set('password', password)
  } else {
    address.username = encodeURIComponent(role)
    address.password = password === null ? '' : encodeURIComponent(password)
  }
  return address.href
}

const scramRounds = 4096

/** The password as PostgreSQL stores it (RFC 5803), so that the password itself stands in no statement and in no log of the server. */
export function scramVerifier(password: string, salt = randomSecret(16)): string {
  const salted = pbkdf2Sync(password, salt, scramRounds, 32, 'sha256')
  const keyOf = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const server = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${scramRounds}:${salt.toString('base64')}$${stored}:${server}`
}
