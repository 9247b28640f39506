import { createHmac } from 'node:crypto'
import { configure } from 'safe-stable-stringify'

/**
 * Two keyed hashes protect the log. `macOf` covers one entry and is made when it is written: an entry put in past the
 * program does not carry it. `linkOf` ties each entry to all before it, in the order of sealing: nothing can be
 * removed or swapped. Whoever can write the database but has no key can forge neither.
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
}

/** jsonb does not keep the order of keys, so one order is fixed. */
const stringify = configure({ deterministic: true, bigint: false, strict: true })

export function macOf(key: Buffer, entry: ProtectedEntry): Buffer {
  const { id, at, actor_id, actor_login, action, subject_type, subject_id, details, address } = entry
  const canonical = stringify([id, at, actor_id, actor_login, action, subject_type, subject_id, details, address])
  return createHmac('sha256', key).update(`entry:${canonical}`).digest()
}

export const genesis: Buffer = Buffer.alloc(32)

export const linkOf = (key: Buffer, previous: Buffer, seq: number, mac: Buffer): Buffer =>
  createHmac('sha256', key).update(`link:${seq}:`).update(previous).update(mac).digest()

export const checkpointMacOf = (key: Buffer, seq: number, hash: string): string =>
  createHmac('sha256', key).update(`checkpoint:${seq}:${hash}`).digest('hex')
