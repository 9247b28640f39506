import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { ErrorCode } from '#/contract/errors.ts'
import { randomSecret } from '#/server/platform/random.ts'

/** What one guess costs. OWASP's floor is 19 MiB and 2 passes; this is about a quarter of a second on a small server. */
export interface PasswordCost {
  memory_kib: number
  passes: number
}

export const defaultCost: PasswordCost = { memory_kib: 65_536, passes: 3 }

const derive = promisify(argon2)

/** Each derivation holds its memory while it runs, so that a rush of logins must not take all of it. */
const atOnce = 4
let running = 0
const waiting: (() => void)[] = []

async function derived(
  password: string,
  salt: Buffer,
  { memory_kib, passes }: PasswordCost,
  tagLength: number,
): Promise<Buffer> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    // NFC, so that «й» typed on another keyboard is the same letter.
    const message = password.normalize('NFC')
    return await derive('argon2id', { message, nonce: salt, parallelism: 1, tagLength, memory: memory_kib, passes })
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

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

/** Stands at the field. */
export const tooSimple = 'Оберіть пароль, який важче вгадати.'

/** Words an attacker of this very service would try first. */
const ownWords = ['kasyr', 'касир', 'checkbox', 'novaposhta', 'новапошта', 'каса', 'чек', 'prro', 'прро', 'cashier']

/** Estimates the guesses an attacker needs; under a million the password is one of the common ones or a keyboard walk. */
export async function whyNotPassword(password: string, about: readonly string[]): Promise<ErrorCode | null> {
  const known = [...ownWords, ...about].map((word) => word.toLowerCase()).filter((word) => word.length >= 3)
  const rest = known
    .reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (rest.length < leastOfOwn) return 'auth.password_too_simple'
  const estimate = await estimator()
  return estimate(password, known) < 1e6 ? 'auth.password_too_simple' : null
}

/** So many letters or digits must remain when the words everybody could guess are taken away. */
const leastOfOwn = 4

let estimating: Promise<(password: string, inputs: string[]) => number> | undefined

/** The dictionaries weigh some megabytes, so they are loaded when a password is first chosen. */
function estimator(): Promise<(password: string, inputs: string[]) => number> {
  estimating ??= (async () => {
    const [{ ZxcvbnFactory }, common] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ])
    const zxcvbn = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs })
    return (password, inputs) => zxcvbn.check(password.normalize('NFC'), inputs).guesses
  })()
  return estimating
}
