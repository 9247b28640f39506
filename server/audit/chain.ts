import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { configure } from 'safe-stable-stringify'

/**
 * Two keyed hashes protect the log. `macOf` covers one entry with its number and is made when it is written: an entry put in
 * past the program does not carry it. `linkOf` ties each entry to its place and to all before it, in the order of sealing:
 * nothing can be removed, swapped or sealed at another place. Without the key neither can be forged.
 */
export interface ProtectedEntry {
  id: string
  at: string
  actor_id: string | null
  actor_login: string | null
  action: string
  subject_type: string
  subject_id: string
  details: unknown
  address: string | null
  /** Version 1 is what was written before migration 0020: it has no number, and its key is the first one. */
  version: number
  number: number | null
  /** null: the first key, which has no name. */
  key_id: string | null
}

/** Where an entry was put in the chain. */
export interface Seal {
  seq: number
  entry_id: string
  version: number
  key_id: string | null
}

export const currentVersion = 2

/** jsonb does not keep the order of keys, so one order is fixed. */
const stringify = configure({ deterministic: true, bigint: false, strict: true })

const keyObjects = new WeakMap<Buffer, KeyObject>()

/** Made once for each secret: Node.js takes longer to make one than to sign with it. */
function keyObjectOf(secret: Buffer): KeyObject {
  const known = keyObjects.get(secret) ?? createSecretKey(secret)
  keyObjects.set(secret, known)
  return known
}

const hmac = (secret: Buffer, text: string) => createHmac('sha256', keyObjectOf(secret)).update(text)

export function macOf(secret: Buffer, entry: ProtectedEntry): Buffer {
  const { id, at, actor_id, actor_login, action, subject_type, subject_id, details, address } = entry
  const told = [id, at, actor_id, actor_login, action, subject_type, subject_id, details, address]
  return entry.version === 1
    ? hmac(secret, `entry:${stringify(told)}`).digest()
    : hmac(secret, `entry2:${stringify([entry.version, entry.number, entry.key_id, ...told])}`).digest()
}

export const genesis: Buffer = Buffer.alloc(32)

/** `secret` is that of the seal's own key, which may be another than that of the entry. */
export function linkOf(
  secret: Buffer,
  previous: Buffer,
  seal: Seal,
  entry: Pick<ProtectedEntry, 'number' | 'key_id'> & { mac: Buffer },
): Buffer {
  const { seq, entry_id, version, key_id } = seal
  const place =
    version === 1
      ? `link:${seq}:`
      : `link2:${JSON.stringify([version, seq, key_id, entry_id, entry.number, entry.key_id])}`
  return hmac(secret, place).update(previous).update(entry.mac).digest()
}

/** A new beginning of the chain after a break that a person accepted. Its hash is what the first seal after it follows. */
export interface Stretch {
  number: number
  first_seq: number
  at: string
  reason: string
  found: unknown
  /** Of everything before, as it was found. */
  digest: Buffer
  key_id: string | null
}

export const stretchMacOf = (secret: Buffer, stretch: Stretch): Buffer => {
  const { number, first_seq, at, reason, found, digest, key_id } = stretch
  return hmac(
    secret,
    `stretch:${stringify([number, first_seq, at, reason, found, digest.toString('hex'), key_id])}`,
  ).digest()
}

/** One row as it was found, whatever is in it, for the digest of what was accepted. */
export const asFound = (row: Record<string, unknown>): string => `${stringify(row)}\n`

/**
 * Of an address that the journal does not spell out: who has the address and the key can ask whether it was this one, who has the
 * journal alone cannot try all phones there are.
 */
export const addressMarkOf = (secret: Buffer, address: string): string =>
  hmac(secret, `address:${address}`).digest('hex').slice(0, 32)

export const oldCheckpointMacOf = (secret: Buffer, seq: number, hash: string): string =>
  hmac(secret, `checkpoint:${seq}:${hash}`).digest('hex')

export const checkpointMacOf = (secret: Buffer, told: readonly unknown[]): string =>
  hmac(secret, `checkpoint2:${JSON.stringify(told)}`).digest('hex')
