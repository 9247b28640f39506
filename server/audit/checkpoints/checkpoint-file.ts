import { createReadStream, existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { isSameProof } from '#/server/platform/encryption/is-same-proof.ts'
import { Explained } from '#/server/platform/explained.ts'
import { parseJson } from '#/server/platform/parse-json.ts'
import { readPrivateFile, replacePrivateFile } from '#/server/platform/private-file.ts'
import type { AuditKeys } from '../chain/audit-keys.ts'
import { hmac } from '../chain/entry.ts'

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
  const fields = [kind, file, line, stretch, seq, hash, at, key_id].filter((field) => field !== undefined)
  const content = key_id === undefined ? `checkpoint:${seq}:${hash}` : `checkpoint2:${JSON.stringify(fields)}`
  return hmac(secret, content).digest('hex')
}

/** null: forged, or no checkpoint at all. */
function parseCheckpoint(keys: AuditKeys, value: unknown): Checkpoint | null {
  const { data: found } = Checkpoint.safeParse(value)
  const key = found && keys.find(found.key_id ?? null)
  return key && isSameProof(found.mac, macOf(key.secret, found)) ? found : null
}

export const checkpointPath = (dataDir: string): string => join(dataDir, 'audit-checkpoint.json')

/** undefined: there is no file. null: it holds no checkpoint of ours. */
export function readCheckpoint(path: string, keys: AuditKeys): Checkpoint | null | undefined {
  const text = readPrivateFile(path)
  return text === undefined ? undefined : parseCheckpoint(keys, parseJson(text))
}

/** On the disk before it returns. The caller holds the lock of the chain. */
export function writeCheckpoint(path: string, secret: Buffer, content: Omit<Checkpoint, 'mac'>): Checkpoint {
  const checkpoint = { ...content, mac: macOf(secret, content) }
  replacePrivateFile(path, `${JSON.stringify(checkpoint)}\n`)
  return checkpoint
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
    const value = parseJson(text)
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
