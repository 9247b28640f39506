import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto'
import { configure } from 'safe-stable-stringify'
import type { AuditKeys } from './audit-keys.ts'

/**
 * One entry. Its keyed hash is made when it is written, so an entry that was inserted past the program does not carry it. The seal
 * (`seal.ts`) ties it to its place afterwards.
 */
export interface StoredEntry {
  id: string
  at: string
  actor_id: string | null
  actor_login: string | null
  action: string
  subject_type: string
  subject_id: string
  details: unknown
  address: string | null
  /** Version 1 is what was written before 0.6.0: its key is the first one. */
  version: number
  /** Only entries written by 0.6.0 to 0.8.0 have one. */
  number: number | null
  /** null: the first key, which has no name. */
  key_id: string | null
  mac: Buffer
}

/** What the keyed hash covers. */
export type ProtectedEntry = Omit<StoredEntry, 'mac'>

const keyObjects = new WeakMap<Buffer, KeyObject>()

/** Made once for each secret: Node.js takes longer to make one than to sign with it. */
function keyObjectOf(secret: Buffer): KeyObject {
  const known = keyObjects.get(secret) ?? createSecretKey(secret)
  keyObjects.set(secret, known)
  return known
}

export const hmac = (secret: Buffer, text: string): Hmac => createHmac('sha256', keyObjectOf(secret)).update(text)

/** jsonb does not keep the order of keys, so one order is fixed. */
const stringify = configure({ deterministic: true, bigint: false, strict: true })

export const currentVersion = 2

export function macOf(secret: Buffer, entry: ProtectedEntry): Buffer {
  const { id, at, actor_id, actor_login, action, subject_type, subject_id, details, address } = entry
  const content = [id, at, actor_id, actor_login, action, subject_type, subject_id, details, address]
  return entry.version === 1
    ? hmac(secret, `entry:${stringify(content)}`).digest()
    : hmac(secret, `entry2:${stringify([entry.version, entry.number, entry.key_id, ...content])}`).digest()
}

/** A process takes up a new key within a minute; until then it writes with the retired one. */
const graceMs = 10 * 60_000

/** Why this entry is not as the program wrote it; null: it is. */
export function whyNotOurs(keys: AuditKeys, entry: StoredEntry): string | null {
  const key = keys.find(entry.key_id)
  if (key === undefined) return 'ключа, яким підписано запис, немає: його вилучено або підмінено'
  const { version, number, key_id } = entry
  const isKnown = version === 1 ? number === null && key_id === null : version === currentVersion
  if (!isKnown || !macOf(key.secret, entry).equals(entry.mac)) return 'запис змінено або вставлено не програмою'
  return Date.parse(entry.at) > key.retired_at + graceMs ? 'запис підписано ключем, який уже замінено' : null
}

/**
 * Stands for an address that the log does not spell out: with the address and the key one can ask whether it was this one, with the
 * log alone one cannot try all phones there are.
 */
export const addressMarkOf = (secret: Buffer, address: string): string =>
  hmac(secret, `address:${address}`).digest('hex').slice(0, 32)
