import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Explained } from './explained.ts'
import { newId, randomSecret } from './random.ts'

/** One secret key of 32 bytes and the name by which stored data refers to it. */
export interface Key {
  kid: string
  secret: Buffer
}

/** The first key writes or signs, all of them read or verify. */
export type Keyring = readonly [Key, ...Key[]]

/** Reads `kid:base64,kid:base64`. Returns the reason (never the value) when it cannot be read. */
export function parseKeyring(text: string): Keyring | { problem: string } {
  const keys: Key[] = []
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [kid = '', encoded = '', ...rest] = part.split(':')
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(kid) || rest.length > 0) {
      return { problem: 'очікується kid:base64, де kid — до 32 латинських літер, цифр, «-» чи «_»' }
    }
    const secret = Buffer.from(encoded, 'base64')
    if (secret.length !== 32)
      return { problem: `ключ «${kid}» має бути рівно 32 байти в Base64 (openssl rand -base64 32)` }
    if (secret.every((byte) => byte === secret[0])) return { problem: `ключ «${kid}» не випадковий` }
    if (keys.some((key) => key.kid === kid)) return { problem: `ключ «${kid}» вказано двічі` }
    keys.push({ kid, secret })
  }
  const [first, ...others] = keys
  return first ? [first, ...others] : { problem: 'не вказано жодного ключа' }
}

const formatKey = (key: Key): string => `${key.kid}:${key.secret.toString('base64')}`

/** Reads the keyring of a file, making one on the first start. Two processes starting at once end with the same key. */
export function loadOrCreateKeyring(path: string): Keyring {
  const found = readIfThere(path) ?? createFile(path)
  const keyring = parseKeyring(found.trim())
  if ('problem' in keyring) throw new Explained(`Файл ключів ${path}: ${keyring.problem}.`)
  return keyring
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function createFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${newId()}`
  const kid = `k${newId().slice(0, 8)}`
  writeFileSync(draft, `${formatKey({ kid, secret: randomSecret(32) })}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, path) // Fails if another process was first; its key then counts.
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}
