import { createHash, createHmac, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { decodeProtectedHeader, errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '#/server/platform/clock.ts'
import type { FollowedKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { isKid, type Key } from '#/server/platform/encryption/keyring.ts'
import { newId, randomSecret } from '#/server/platform/random.ts'
import { isSameProof } from '#/server/platform/encryption/is-same-proof.ts'

declare module '#/server/app.ts' {
  interface App {
    tokens: ReturnType<typeof createTokens>
  }
}

/** What an access token proves. Whether the session still lives is asked of the database at every request. */
const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), gen: z.int() })
type Claims = z.infer<typeof Claims>

export const accessTokenSeconds = 600
const issuer = 'kasyr'
const audience = 'kasyr-api'
const tokenType = 'at+jwt'
/** Ours are about 500 bytes; nothing longer is worth reading. */
const longestToken = 4_096

/** A browser, the person who logged in there, and what it was done with: another password or a first factor ends the trust. */
interface Device {
  user_id: string
  device_id: string
  devices_of: string
}

/** The keys may change while the process runs: `kasyr keys rotate --tokens` changes the file. */
export function createTokens(keys: FollowedKeys, clock: Clock) {
  const seen = new Map<string, Claims & { exp: number; key: Key }>()
  const pairs = new Map<string, Pair>()
  const pairFor = (key: Key): Pair => {
    const name = key.secret.toString('base64')
    const pair = pairs.get(name) ?? pairOf(key)
    pairs.set(name, pair)
    return pair
  }
  const deviceProofBy = (key: Key, { user_id, device_id, devices_of }: Device): string =>
    hmac(key, 'device', `${user_id}:${device_id}:${devices_of}`).toString('base64url')

  /** Of a token that was verified here before, has not expired, and whose key is still there. */
  const recallAccess = (token: string): Claims | undefined => {
    const known = seen.get(token)
    const lives = known && known.exp * 1000 > clock.now().getTime() && isKnown(keys, known.key)
    return lives ? known : undefined
  }

  return {
    async signAccess({ sub, sid, gen }: Claims): Promise<string> {
      const signing = keys.writing()
      const now = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ sid, gen })
        .setProtectedHeader({ alg: 'EdDSA', typ: tokenType, kid: signing.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(sub)
        .setJti(newId())
        .setIssuedAt(now)
        .setNotBefore(now)
        .setExpirationTime(now + accessTokenSeconds)
        .sign(pairFor(signing).private_key)
    },
    /** undefined: not a token of ours, or no longer valid. */
    async verifyAccess(token: string): Promise<Claims | undefined> {
      if (token.length > longestToken) return undefined
      if (seen.has(token)) return recallAccess(token)
      try {
        const { payload, protectedHeader } = await jwtVerify(
          token,
          ({ kid }) => pairFor(requireKey(keys, kid)).public_key,
          {
            algorithms: ['EdDSA'],
            typ: tokenType,
            issuer,
            audience,
            clockTolerance: 5,
            currentDate: clock.now(),
            // Also refuses what was issued in the future, whose end would be as far away.
            maxTokenAge: accessTokenSeconds,
            requiredClaims: ['exp', 'nbf', 'iat', 'sub', 'sid', 'jti'],
          },
        )
        const claims = Claims.safeParse(payload).data
        const { exp = 0, iat = 0 } = payload
        // We make none that lives longer: this one was made with a stolen key.
        if (!claims || exp - iat > accessTokenSeconds) return undefined
        remember(seen, token, { ...claims, exp, key: requireKey(keys, protectedHeader.kid) })
        return claims
      } catch (error) {
        if (error instanceof joseErrors.JOSEError) return undefined
        throw error
      }
    },
    /** Of a token that was verified when it came: is the key that signed it still one of ours, however old the token is by now? */
    hasLivingKey: (token: string): boolean => keys.find(decodeProtectedHeader(token).kid ?? '') !== undefined,
    /** The token that follows `parent`: always the same, so a lost answer can be given again without storing it. */
    successorsOf(parent: string): [string, ...string[]] {
      const [first, ...others] = keys.all()
      const derive = (key: Key) => hmac(key, 'refresh', parent).toString('base64url')
      return [derive(first), ...others.map(derive)]
    },
    /** Proof that this browser has logged in as this user before, with the password that was set at that moment. */
    deviceProof: (device: Device): string => deviceProofBy(keys.writing(), device),
    /** Whether it was made by any key that is still known: a rotation does not make every browser a stranger. */
    provesDevice: (device: Device, proof: string): boolean =>
      keys.all().some((key) => isSameProof(proof, deviceProofBy(key, device))),
  }
}

/** A signature stays good until it expires, so it is checked once; whether its key is still there and the session lives is asked every time. */
function remember<Value>(seen: Map<string, Value>, token: string, value: Value): void {
  seen.set(token, value)
  const oldest = seen.size > mostRemembered ? seen.keys().next().value : undefined
  if (oldest !== undefined) seen.delete(oldest)
}

const mostRemembered = 5_000

const isKnown = (keys: FollowedKeys, { kid, secret }: Key): boolean => keys.find(kid)?.secret.equals(secret) ?? false

function requireKey(keys: FollowedKeys, kid: string | undefined): Key {
  const key = kid === undefined || !isKid(kid) ? undefined : keys.find(kid)
  if (!key) throw new joseErrors.JWKSNoMatchingKey()
  return key
}

interface Pair {
  private_key: KeyObject
  public_key: KeyObject
}

/** An Ed25519 private key is 32 random bytes behind this fixed PKCS #8 header (RFC 8410). */
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex')

function pairOf({ secret }: Key): Pair {
  const private_key = createPrivateKey({ key: Buffer.concat([pkcs8Header, secret]), format: 'der', type: 'pkcs8' })
  return { private_key, public_key: createPublicKey(private_key) }
}

/** One purpose, one key: none of the derived values says anything about the signing key. */
function hmac({ secret }: Key, purpose: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `kasyr ${purpose}`, 32))
  return createHmac('sha256', key).update(text).digest()
}

export const newRefreshToken = (): string => randomSecret(32).toString('base64url')

/** The token has 256 random bits, so a plain hash cannot be turned back by guessing. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
