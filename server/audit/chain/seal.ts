import { hmac, type StoredEntry } from './entry.ts'

/** Ties an entry to its place and to all before it, in the order of sealing: nothing can be removed, swapped or sealed twice. */
export interface Seal {
  seq: number
  entry_id: string
  version: number
  key_id: string | null
}

/** The hash of the seal at a place; the next seal follows it. */
export interface Point {
  seq: number
  hash: Buffer
}

export const genesis: Point = { seq: 0, hash: Buffer.alloc(32) }

/** `secret` is that of the seal's own key, which may be another than that of the entry. */
export function linkOf(
  secret: Buffer,
  previous: Buffer,
  { seq, entry_id, version, key_id }: Seal,
  entry: Pick<StoredEntry, 'number' | 'key_id' | 'mac'>,
): Buffer {
  const fields = [version, seq, key_id, entry_id, entry.number, entry.key_id]
  const place = version === 1 ? `link:${seq}:` : `link2:${JSON.stringify(fields)}`
  return hmac(secret, place).update(previous).update(entry.mac).digest()
}
