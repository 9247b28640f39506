import { createRandom } from '../frame/random.ts'

interface Owner {
  license_key: string
  cashier_id: string
}

/** Bearer tokens as the live API gives them: a JWT with `token_type, jti, sub, nbf, iat` and no `exp`. */
export const createTokens = (now: () => number, seed: number) => {
  const random = createRandom(seed)
  const letters = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 36).toString(36)).join('')
  let owners = new Map<string, Owner>()

  return {
    issue: (licenseKey: string, cashierId: string): string => {
      const iat = Math.floor(now() / 1000)
      const claims = { token_type: 'access', jti: letters(24), sub: cashierId, nbf: iat, iat }
      const token = [encoded({ alg: 'HS256', typ: 'JWT' }), encoded(claims), letters(43)].join('.')
      owners.set(token, { license_key: licenseKey, cashier_id: cashierId })
      return token
    },
    /** For which register and cashier it was given; null when it is unknown or stale. */
    ownerOf: (token: string): Owner | null => owners.get(token) ?? null,
    /** All of them are stale from now on. */
    expire: (): number => {
      const count = owners.size
      owners = new Map()
      return count
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
