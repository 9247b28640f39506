import { closeSync, fchmodSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Explained } from './platform/explained.ts'

/** The file `.env`: passwords and keys may stand in it, so it is for its owner alone. */
export interface EnvFile {
  path: string
  variables: Record<string, string | undefined>
  /** What others may do with it. `closed`: they could read it until now. `open`: they can, and it is not ours to change. */
  others: 'nothing' | 'closed' | 'open'
}

export function readEnvFile(folder: string): EnvFile | null {
  const path = join(folder, '.env')
  const found = lstatSync(path, { throwIfNoEntry: false })
  // A folder of that name is some other program's.
  if (found === undefined || found.isDirectory()) return null
  const file = openOrExplain(path)
  try {
    const others = closeToOthers(file, found.isSymbolicLink())
    return { path, variables: parseEnv(readFileSync(file, 'utf8')), others }
  } finally {
    closeSync(file)
  }
}

/**
 * Closes only a file that lies here itself and belongs to us: behind a link, or of another user, it may be open on
 * purpose, and root closing it might lock out the account of the service.
 */
function closeToOthers(file: number, isLink: boolean): EnvFile['others'] {
  const found = fstatSync(file)
  if (!found.isFile() || (found.mode & 0o077) === 0) return 'nothing'
  if (isLink || found.uid !== process.getuid?.()) return 'open'
  try {
    fchmodSync(file, 0o600)
    return 'closed'
  } catch {
    return 'open' // On a disk that is only to be read.
  }
}

function openOrExplain(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw new Explained(
      `Файл ${path} прочитати не вдалося. Віддайте його користувачу, від якого працює Касир: chown ${process.getuid?.()} ${path}`,
      { cause: error },
    )
  }
}

/** For the person who started a command; null: there is nothing to say. */
export function describeOpenEnvFile(file: EnvFile | null): string | null {
  if (file === null || file.others === 'nothing') return null
  return file.others === 'closed'
    ? `Файл ${file.path} могли читати інші користувачі цієї машини; тепер лише ви. Якщо їм не слід знати, що в ньому, замініть ці паролі й ключі.`
    : `Файл ${file.path} можуть читати інші користувачі цієї машини, а закрити його Касир не може: це посилання, чужий файл або диск лише для читання. Залиште доступ лише користувачу, від якого працює Касир: chmod 600.`
}
