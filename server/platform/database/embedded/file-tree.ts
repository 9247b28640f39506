import { hash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

interface Entry {
  path: string
  kind: 'folder' | 'link' | 'program' | 'file'
  uid: number
  mode: number
}

/** Everything in a folder and the folder itself; folders stand before what they hold. */
const listTree = (folder: string): Entry[] =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()].map((path) => {
    const found = lstatSync(join(folder, path))
    const { uid, mode } = found
    if (found.isDirectory()) return { path, kind: 'folder', uid, mode }
    if (found.isSymbolicLink()) return { path, kind: 'link', uid, mode }
    return { path, kind: mode & 0o100 ? 'program' : 'file', uid, mode }
  })

/** Names, kinds and every byte, but no owners: equal trees have equal prints. */
export function printOf(folder: string): string {
  const lines = listTree(folder).map(({ path, kind }) => `${path}\0${kind}\0${contentOf(join(folder, path), kind)}`)
  return hash('sha256', lines.join('\n'))
}

function contentOf(path: string, kind: Entry['kind']): string {
  if (kind === 'folder') return ''
  return kind === 'link' ? readlinkSync(path) : hash('sha256', readFileSync(path))
}

/**
 * A copy that everybody may read and only we may write, whatever the umask and the modes of the original. Never a hard link: it
 * would have the owner and the mode of the original, and writing the one would write the other.
 */
export function copyForAll(from: string, to: string): void {
  for (const { path, kind } of listTree(from)) {
    const [source, target] = [join(from, path), join(to, path)]
    if (kind === 'link') symlinkSync(readlinkSync(source), target)
    else {
      if (kind === 'folder') mkdirSync(target)
      else copyFileSync(source, target)
      chmodSync(target, kind === 'file' ? 0o644 : 0o755)
    }
  }
}

/** Whether only root can change anything in it. */
export const isRootsAlone = (folder: string): boolean =>
  listTree(folder).every(({ kind, uid, mode }) => uid === 0 && (kind === 'link' || (mode & 0o022) === 0))

/** Whether only root can put another folder in the place of this one, here or anywhere above it. */
export function isRootsPlace(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  // In a folder as /tmp (sticky) everybody may write, but only the owner of a thing, or root, may move it away.
  const isKept = uid === 0 && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0)
  return isKept && (dirname(folder) === folder || isRootsPlace(dirname(folder)))
}
