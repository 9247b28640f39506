import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { checkpointMacOf } from './chain.ts'

/**
 * How far the chain had come, kept outside the database: a chain alone does not show that its end was cut off or that
 * an old backup was put in its place.
 */
const Checkpoint = z.object({ seq: z.int(), hash: z.string(), at: z.string(), mac: z.string() })
export type Checkpoint = z.infer<typeof Checkpoint>

export const checkpointPath = (dataDir: string): string => join(dataDir, 'audit-checkpoint.json')

export function writeCheckpoint(path: string, key: Buffer, seq: number, hash: Buffer, at: Date): void {
  const text = hash.toString('hex')
  const checkpoint: Checkpoint = { seq, hash: text, at: at.toISOString(), mac: checkpointMacOf(key, seq, text) }
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  writeFileSync(`${path}.new`, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** A file that was tampered with is worth nothing as proof, and saying so is the proof that somebody tried. */
export function readCheckpoint(path: string, key: Buffer): Checkpoint | 'forged' | null {
  if (!existsSync(path)) return null
  try {
    const checkpoint = Checkpoint.parse(JSON.parse(readFileSync(path, 'utf8')))
    return checkpoint.mac === checkpointMacOf(key, checkpoint.seq, checkpoint.hash) ? checkpoint : 'forged'
  } catch {
    return 'forged'
  }
}
