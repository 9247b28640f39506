import { createReadStream, existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Explained } from '#/server/platform/explained.ts'
import { readOrCreatePrivateFile, readPrivateFile, replacePrivateFile } from '#/server/platform/private-file.ts'
import type { AuditKeys } from '../chain/audit-keys.ts'
import { parseCheckpoint, type Checkpoint } from './checkpoint.ts'

export const checkpointPath = (dataDir: string): string => join(dataDir, 'audit-checkpoint.json')

/** undefined: there is no file. null: it holds no checkpoint of ours. */
export function readCheckpoint(path: string, keys: AuditKeys): Checkpoint | null | undefined {
  const text = readPrivateFile(path)
  return text === undefined ? undefined : parseCheckpoint(keys, parsed(text))
}

/** On the disk before it returns. The caller holds the lock of the chain. */
export function writeCheckpoint(path: string, checkpoint: Checkpoint): void {
  const text = `${JSON.stringify(checkpoint)}\n`
  if (existsSync(path)) replacePrivateFile(path, text)
  else readOrCreatePrivateFile(path, () => text)
}

/**
 * Puts the checkpoint aside under the name of this moment: it is kept, but no longer held against the log. After a restore the
 * log ends earlier, and that is no forgery. Gives back the way to undo it.
 */
export function putCheckpointAside(dataDir: string, stamp: string): () => void {
  const path = checkpointPath(dataDir)
  const aside = path.replace(/\.json$/, `.before-${stamp}.json`)
  if (!existsSync(path)) return () => undefined
  renameSync(path, aside)
  return () => renameSync(aside, path)
}

/** A restore that was killed leaves the checkpoint aside, and nothing is lost. */
export const isPutAside = (dataDir: string, keys: AuditKeys, seq: number): boolean =>
  readdirSync(dataDir)
    .filter((name) => /^audit-checkpoint\.before-.*\.json$/.test(name))
    .some((name) => (readCheckpoint(join(dataDir, name), keys)?.seq ?? 0) >= seq)

/** Checkpoints that were kept elsewhere: one, several, or a whole log of the service. */
export async function readGiven(path: string, keys: AuditKeys): Promise<Checkpoint[]> {
  const found: Checkpoint[] = []
  let number = 0
  let torn: number | null = null
  for await (const text of createInterface({ input: createReadStream(path) })) {
    number += 1
    if (text.trim() === '') continue
    if (torn !== null) throw damaged(torn)
    const value = parsed(text)
    if (isOtherLogLine(value)) continue
    const checkpoint = parseCheckpoint(keys, value)
    // Only the last line may be torn.
    if (value === null && number > 1) torn = number
    else if (checkpoint === null) throw damaged(number)
    else found.push(checkpoint)
  }
  if (found.length === 0) throw new Explained('у вказаному файлі немає жодної контрольної точки.')
  return found
}

const damaged = (line: number) => new Explained(`файл контрольної точки змінено: рядок ${line}.`)

const isOtherLogLine = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'msg' in value && value.msg !== 'audit.checkpoint'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
