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
import { Explained } from './explained.ts'
import { newId } from './random.ts'

/** What a file holds that only its owner may read, making it on the first start. Two processes starting at once end with the same. */
export function readOrCreatePrivateFile(path: string, fresh: () => string): string {
  return readPrivateFile(path) ?? create(path, fresh())
}

export function readPrivateFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return undefined
    if (code !== 'EACCES') throw error
    throw new Explained(
      `Файл ${path} прочитати не вдалося: він належить іншому користувачу. ` +
        'Запустіть Касир від того самого користувача, що й раніше, або віддайте йому теку даних (chown -R).',
      { cause: error },
    )
  }
}

/**
 * Takes every right on a secret file away from everybody but its owner. True: others had some. Throws when the owner is
 * another user, because the secret then stays open.
 */
export function closePrivateFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & 0o077) === 0) return false
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    throw new Explained(
      `Файл ${path} можуть читати інші, а закрити його не вдалося: він належить іншому користувачу (uid ${found.uid}). ` +
        `Виконайте від root: chown ${process.getuid?.()} ${path} && chmod 600 ${path}`,
      { cause: error },
    )
  }
  return true
}

/** Everybody may pass through the data folder to what is theirs (the database may run as another user), only we may list it. */
const dataFolderMode = 0o711

/** Makes the data folder. Rights that an existing one gives beyond ours are taken away, none is added. */
export function ensureDataFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: dataFolderMode })
  closeFolder(path, dataFolderMode)
}

/** A folder that many users share (sticky, as /tmp) or that belongs to another user is left as it is. */
export function closeFolder(path: string, most: number): void {
  const found = statSync(path, { throwIfNoEntry: false })
  const ours = process.getuid?.()
  if (found === undefined || (found.mode & 0o1000) !== 0 || (ours !== 0 && ours !== found.uid)) return
  if ((found.mode & 0o777 & ~most) !== 0) chmodSync(path, found.mode & most)
}

/**
 * Other processes see either the old content or the new one, also after a power cut. Only one at a time may call it. The
 * draft has one name, so that of killed attempts no more than one is left.
 */
export function replacePrivateFile(path: string, content: string): void {
  const draft = `${path}.draft`
  const before = statSync(path, { throwIfNoEntry: false })
  rmSync(draft, { force: true })
  writeFileSync(draft, content, { mode: 0o600, flush: true, flag: 'wx' })
  chmodSync(draft, 0o600)
  if (before) chownSync(draft, before.uid, before.gid) // Root may rotate the keys of a service that runs as another user.
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
  flushFolder(dirname(path))
  return readFileSync(path, 'utf8')
}
