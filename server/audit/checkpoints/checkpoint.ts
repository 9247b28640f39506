import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { AuditKey, AuditKeys } from '../chain/audit-keys.ts'
import { hmac } from '../chain/keyed-hash.ts'

/**
 * How far the chain had come, kept outside the database: a chain alone does not show that its end was cut off or that an old
 * backup was put in its place.
 */
const Checkpoint = z.object({
  /** Only in those written by 0.6.0 to 0.8.0. */
  kind: z.string().optional(),
  file: z.string().optional(),
  line: z.int().optional(),
  stretch: z.int().optional(),
  seq: z.int(),
  hash: z.string(),
  at: z.string(),
  /** Missing: written before 0.6.0, under the first key. */
  key_id: z.string().nullable().optional(),
  mac: z.string(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

function macOf(secret: Buffer, { kind, file, line, stretch, seq, hash, at, key_id }: Omit<Checkpoint, 'mac'>): string {
  const older = [kind, file, line, stretch].filter((field) => field !== undefined)
  const content =
    key_id === undefined
      ? `checkpoint:${seq}:${hash}`
      : `checkpoint2:${JSON.stringify([...older, seq, hash, at, key_id])}`
  return hmac(secret, content).digest('hex')
}

export const toCheckpoint = ({ kid, secret }: AuditKey, point: Pick<Checkpoint, 'seq' | 'hash' | 'at'>): Checkpoint => {
  const content = { ...point, key_id: kid }
  return { ...content, mac: macOf(secret, content) }
}

/** null: forged, or no checkpoint at all. */
export function parseCheckpoint(keys: AuditKeys, value: unknown): Checkpoint | null {
  const { data: found } = Checkpoint.safeParse(value)
  const key = found && keys.find(found.key_id ?? null)
  return key && isSame(found.mac, macOf(key.secret, found)) ? found : null
}

const isSame = (given: string, computed: string): boolean =>
  Buffer.byteLength(given) === computed.length && timingSafeEqual(Buffer.from(given), Buffer.from(computed))
