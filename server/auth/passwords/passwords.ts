import { argon2, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { AppError } from '#/contract/errors.ts'
import { createGate } from '#/server/auth/passwords/gate.ts'
import { randomSecret } from '#/server/platform/random.ts'

declare module '#/server/app.ts' {
  interface App {
    password_cost: PasswordCost
  }
}

/** What one guess costs. OWASP's floor is 19 MiB and 2 passes; this is about a quarter of a second on a small server. */
export interface PasswordCost {
  memory_kib: number
  passes: number
}

export const defaultCost: PasswordCost = { memory_kib: 65_536, passes: 3 }

const derive = promisify(argon2)

/** The next one would wait more than two seconds and a half, where one derivation takes a quarter. */
const mostStrangersWaiting = 20
const askAgainAfterSeconds = 5

/** One core is left to those who are in: on two, two derivations at once made their answers five times later. */
const derivationsAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))

/**
 * Each derivation holds its memory while it runs (64 MiB) and a thread of the pool on which files, names and new connections to
 * the database wait as well (`kasyr` gives it 8). A rush of logins must not take all there is of either.
 */
export const derivations = createGate(derivationsAtOnce, {
  most: mostStrangersWaiting,
  refusal: () => new AppError('auth.busy', { seconds: askAgainAfterSeconds }),
})

interface Derivation extends PasswordCost {
  salt: Buffer
  length: number
  /** The site of an unknown browser; null: a session, a browser that was here before, the command line. */
  stranger: string | null
}

function derived(password: string, { salt, length, memory_kib, passes, stranger }: Derivation): Promise<Buffer> {
  // NFC, so that «й» typed on another keyboard is the same letter.
  const message = password.normalize('NFC')
  const given = { message, nonce: salt, parallelism: 1, tagLength: length, memory: memory_kib, passes }
  return derivations(() => derive('argon2id', given), stranger)
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/(?<!=)=+$/, '')

/** A PHC string: `$argon2id$v=19$m=65536,t=3,p=1$salt$hash`. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomSecret(16)
  const hash = await derived(password, { ...cost, salt, length: 32, stranger: null })
  return `$argon2id$v=19$m=${cost.memory_kib},t=${cost.passes},p=1$${unpadded(salt)}$${unpadded(hash)}`
}

export interface PasswordCheck {
  matches: boolean
  /** The stored hash is weaker than what we ask for today. */
  outdated: boolean
}

export async function checkPassword(
  password: string,
  phc: string,
  cost: PasswordCost,
  stranger: string | null = null,
): Promise<PasswordCheck> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!parts) throw new Error('password hash is not an argon2id PHC string')
  const [memory_kib, passes] = [Number(parts[1]), Number(parts[2])]
  const expected = Buffer.from(parts[4] ?? '', 'base64')
  const salt = Buffer.from(parts[3] ?? '', 'base64')
  const found = await derived(password, { memory_kib, passes, salt, length: expected.length, stranger })
  return { matches: timingSafeEqual(found, expected), outdated: memory_kib < cost.memory_kib || passes < cost.passes }
}

/** Spends the same time on an unknown login as on a known one, so that logins cannot be found by the clock. */
export async function checkNobodysPassword(
  password: string,
  cost: PasswordCost,
  stranger: string | null,
): Promise<void> {
  await derived(password, { ...cost, salt: Buffer.alloc(16), length: 32, stranger })
}
