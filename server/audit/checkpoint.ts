import { existsSync, renameSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { AuditKey, AuditKeys } from './audit-key.ts'
import { checkpointMacOf, oldCheckpointMacOf } from './chain.ts'

/**
 * How far the chain had come, kept outside the database: a chain alone does not show that its end was cut off or that an old
 * backup was put in its place. `audit-checkpoint.json` holds the newest point (`head`), `audit-checkpoints.jsonl` only grows and
 * holds one every few minutes (`line`), each numbered, so that a line taken out is missed.
 */
const Told = z.object({
  kind: z.enum(['head', 'line']),
  file: z.uuid(),
  line: z.int(),
  stretch: z.int(),
  seq: z.int(),
  hash: z.string(),
  at: z.string(),
  key_id: z.string().nullable(),
})
export type Told = z.infer<typeof Told>
const Checkpoint = Told.extend({ mac: z.string() })
export type Checkpoint = z.infer<typeof Checkpoint>

/** Written before migration 0020: one point without a file, under the first key. */
const OldCheckpoint = z.object({ seq: z.int(), hash: z.string(), at: z.string(), mac: z.string() })

/** What the chain must contain. */
export interface Point {
  stretch: number
  seq: number
  hash: string
}

export const headPath = (dataDir: string): string => join(dataDir, 'audit-checkpoint.json')
export const linesPath = (dataDir: string): string => join(dataDir, 'audit-checkpoints.jsonl')

/** The folder by which the database remembers which lines it holds. */
export const placeOf = (dataDir: string): string => `${hostname()}:${resolve(dataDir)}`

const inOrder = (told: Told): unknown[] => [
  told.kind,
  told.file,
  told.line,
  told.stretch,
  told.seq,
  told.hash,
  told.at,
  told.key_id,
]

export const toCheckpoint = ({ kid, secret }: AuditKey, told: Omit<Told, 'key_id'>): Checkpoint => {
  const complete = { ...told, key_id: kid }
  return { ...complete, mac: checkpointMacOf(secret, inOrder(complete)) }
}

/** null: forged. An old one has neither file nor lines. */
export function parseCheckpoint(keys: AuditKeys, value: unknown): Checkpoint | (Point & { file: null }) | null {
  const checkpoint = Checkpoint.safeParse(value).data
  if (checkpoint !== undefined) {
    const key = keys.find(checkpoint.key_id)
    return key !== undefined && isSame(checkpoint.mac, checkpointMacOf(key.secret, inOrder(checkpoint)))
      ? checkpoint
      : null
  }
  const old = OldCheckpoint.safeParse(value).data
  const first = keys.find(null)
  if (old === undefined || first === undefined) return null
  const { seq, hash } = old
  return isSame(old.mac, oldCheckpointMacOf(first.secret, seq, hash)) ? { stretch: 0, seq, hash, file: null } : null
}

const isSame = (given: string, computed: string): boolean =>
  given.length === computed.length && timingSafeEqual(Buffer.from(given), Buffer.from(computed))

/**
 * Puts the checkpoints aside under the name of this moment: they are kept, but no longer held against the log. After a restore the
 * log ends earlier, and that is no forgery; a break that a person accepted is told by the log itself. Gives back the way to undo it.
 */
export function putCheckpointsAside(dataDir: string, stamp: string): () => void {
  const [head, lines] = [headPath(dataDir), linesPath(dataDir)]
  const moves = [
    { from: head, to: head.replace(/\.json$/, `.before-${stamp}.json`) },
    { from: lines, to: lines.replace(/\.jsonl$/, `.before-${stamp}.jsonl`) },
  ].filter(({ from }) => existsSync(from))
  for (const { from, to } of moves) renameSync(from, to)
  return () => {
    for (const { from, to } of moves) renameSync(to, from)
  }
}
