import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createGate } from '#/server/platform/gate.ts'
import { randomSecret } from '#/server/platform/random.ts'

/** What one guess costs. OWASP's floor is 19 MiB and 2 passes; this is about a quarter of a second on a small server. */
export interface PasswordCost {
  memory_kib: number
  passes: number
}

export const defaultCost: PasswordCost = { memory_kib: 65_536, passes: 3 }

const derive = promisify(argon2)

/** Each derivation holds its memory while it runs (64 MiB): a rush of logins must not take all there is. */
const derivationsAtOnce = createGate(4)

function derived(
  password: string,
  salt: Buffer,
  { memory_kib, passes }: PasswordCost,
  tagLength: number,
): Promise<Buffer> {
  // NFC, so that «й» typed on another keyboard is the same letter.
  const message = password.normalize('NFC')
  return derivationsAtOnce(() =>
    derive('argon2id', { message, nonce: salt, parallelism: 1, tagLength, memory: memory_kib, passes }),
  )
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/(?<!=)=+$/, '')

/** A PHC string: `$argon2id$v=19$m=65536,t=3,p=1$salt$hash`. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomSecret(16)
  const hash = await derived(password, salt, cost, 32)
  return `$argon2id$v=19$m=${cost.memory_kib},t=${cost.passes},p=1$${unpadded(salt)}$${unpadded(hash)}`
}

export interface PasswordCheck {
  matches: boolean
  /** The stored hash is weaker than what we ask for today. */
  outdated: boolean
}

export async function checkPassword(password: string, phc: string, cost: PasswordCost): Promise<PasswordCheck> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!parts) throw new Error('password hash is not an argon2id PHC string')
  const [memory_kib, passes] = [Number(parts[1]), Number(parts[2])]
  const expected = Buffer.from(parts[4] ?? '', 'base64')
  const found = await derived(password, Buffer.from(parts[3] ?? '', 'base64'), { memory_kib, passes }, expected.length)
  return { matches: timingSafeEqual(found, expected), outdated: memory_kib < cost.memory_kib || passes < cost.passes }
}

/** Spends the same time on an unknown login as on a known one, so that logins cannot be found by the clock. */
export async function checkNobodysPassword(password: string, cost: PasswordCost): Promise<void> {
  await derived(password, Buffer.alloc(16), cost, 32)
}
