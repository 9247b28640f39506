import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { newId } from './random.ts'

/** What a file holds that only its owner may read, making it on the first start. Two processes starting at once end with the same. */
export function readOrCreatePrivateFile(path: string, fresh: () => string): string {
  return readPrivateFile(path) ?? create(path, fresh())
}

export function readPrivateFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Other processes see either the old content or the new one, also after a power cut. Only one at a time may call it. The
 * draft has one name, so that of killed attempts no more than one is left.
 */
export function replacePrivateFile(path: string, content: string): void {
  const draft = `${path}.draft`
  const { uid, gid } = statSync(path)
  rmSync(draft, { force: true })
  writeFileSync(draft, content, { mode: 0o600, flush: true, flag: 'wx' })
  chmodSync(draft, 0o600)
  chownSync(draft, uid, gid) // Root may rotate the keys of a service that runs as somebody else.
  renameSync(draft, path)
  flushFolder(dirname(path))
}

/** Without it the new name may be forgotten in a power cut, and with it the key that has sealed since. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function create(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${newId()}`
  writeFileSync(draft, content, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, path) // Fails if another process was first; its content then counts.
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}
