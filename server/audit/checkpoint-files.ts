import {
  chmodSync,
  chownSync,
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readOrCreatePrivateFile, readPrivateFile, replacePrivateFile } from '#/server/platform/private-file.ts'
import type { AuditKeys } from './audit-key.ts'
import { headPath, linesPath, parseCheckpoint, type Checkpoint, type Point } from './checkpoint.ts'

/** What stands in the folder. `size`: of the file of lines, up to where it was whole. */
export interface Folder {
  head: Checkpoint | (Point & { file: null }) | 'forged' | null
  last: Checkpoint | 'forged' | null
  size: number
}

/** Longer than any line. */
const tailBytes = 4_096

/** Reads the newest point and the last line; `verifyAudit` reads all of them. */
export function readFolder(dataDir: string, keys: AuditKeys): Folder {
  const head = readPrivateFile(headPath(dataDir))
  const { text, size } = readTail(linesPath(dataDir))
  const line = text.split('\n').findLast((part) => part !== '')
  return {
    head: head === undefined ? null : (parseCheckpoint(keys, parsed(head)) ?? 'forged'),
    last: line === undefined ? null : (lineOf(keys, line) ?? 'forged'),
    size,
  }
}

/** A power cut may tear the last line, so what follows the last line break does not count. */
function readTail(path: string): { text: string; size: number } {
  if (!existsSync(path)) return { text: '', size: 0 }
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const length = Math.min(size, tailBytes)
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, size - length)
    const end = bytes.lastIndexOf('\n') + 1
    return { text: bytes.subarray(0, end).toString('utf8'), size: size - length + end }
  } finally {
    closeSync(file)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function lineOf(keys: AuditKeys, text: string): Checkpoint | null {
  const checkpoint = parseCheckpoint(keys, parsed(text))
  return checkpoint !== null && checkpoint.file !== null && checkpoint.kind === 'line' ? checkpoint : null
}

/** Whether this line stands in a file that was put aside: a restore that was killed leaves it so, and nothing is lost. */
export const isPutAside = (dataDir: string, keys: AuditKeys, file: string, line: number): boolean =>
  readdirSync(dataDir)
    .filter((name) => /^audit-checkpoints\.before-.*\.jsonl$/.test(name))
    .some((name) => {
      const { text } = readTail(join(dataDir, name))
      const last = lineOf(keys, text.split('\n').findLast((part) => part !== '') ?? '')
      return last !== null && last.file === file && last.line >= line
    })

/** Every line of our own file up to `size`, or the number of the first one that is damaged, out of turn or of another file. */
export async function* readLines(
  dataDir: string,
  keys: AuditKeys,
  size: number,
): AsyncGenerator<Checkpoint | { damaged: number }> {
  if (size === 0) return
  let number = 0
  let file: string | null = null
  for await (const text of createInterface({ input: createReadStream(linesPath(dataDir), { end: size - 1 }) })) {
    number += 1
    const line = lineOf(keys, text)
    if (line === null || line.line !== number || line.file !== (file ?? line.file)) {
      yield { damaged: number }
      return
    }
    file = line.file
    yield line
  }
}

/** Lines that were kept elsewhere: one point, several, or a whole log of the service. null: a line that is no checkpoint of ours. */
export async function* readGiven(path: string, keys: AuditKeys): AsyncGenerator<Point | { damaged: number }> {
  let number = 0
  let torn: number | null = null
  for await (const text of createInterface({ input: createReadStream(path) })) {
    number += 1
    if (text.trim() === '') continue
    if (torn !== null) yield { damaged: torn }
    torn = null
    const value = parsed(text)
    if (isOtherLogLine(value)) continue
    const checkpoint = parseCheckpoint(keys, value)
    if (checkpoint !== null) yield checkpoint
    // Only the last line may be torn.
    else if (value === null && number > 1) torn = number
    else yield { damaged: number }
  }
}

const isOtherLogLine = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'msg' in value && value.msg !== 'audit.checkpoint'

/** Only who holds the lock of the chain writes. */
export function writeHead(dataDir: string, head: Checkpoint): void {
  const path = headPath(dataDir)
  const text = `${JSON.stringify(head)}\n`
  if (existsSync(path)) replacePrivateFile(path, text)
  else readOrCreatePrivateFile(path, () => text)
}

/** On the disk before it returns. A line that a power cut has torn makes place for the next one. */
export function appendLine(dataDir: string, line: Checkpoint): void {
  const path = linesPath(dataDir)
  const isNew = !existsSync(path)
  const { size } = readTail(path)
  const file = openSync(path, 'a', 0o600)
  try {
    if (fstatSync(file).size > size) ftruncateSync(file, size)
    writeSync(file, `${JSON.stringify(line)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  if (isNew) settleNew(dataDir, path)
}

function settleNew(dataDir: string, path: string): void {
  chmodSync(path, 0o600)
  const { uid, gid } = statSync(dataDir)
  // Root may run a command beside a service that runs as somebody else.
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
  const folder = openSync(dataDir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
