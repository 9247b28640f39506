import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Explained } from '../../explained.ts'
import { newId } from '../../random.ts'
import { inFolder, type Binaries } from './binaries.ts'
import { copyForAll, isRootsAlone, isRootsPlace, printOf } from './file-tree.ts'
import type { RunAs } from './run-as.ts'

/** Folders that every account may enter and only root may change; the first that will have the binaries has them. */
const usualPlaces = ['/var/lib', '/opt', '/var/tmp', '/tmp']
const shelfName = 'kasyr-postgresql'
/** Longer than a process needs from laying or choosing binaries to running them. */
const unusedAfterMs = 10 * 60_000

/**
 * Binaries that the user of the server can reach: those of the package, or a copy. Root's home is closed to that user, and so is
 * all that npm wrote under umask 077. The copy is root's, so that what breaks out of PostgreSQL cannot change what root's next
 * start runs as that user; it is named by its version and content, laid once, and compared before every use.
 */
export async function layBinaries(
  found: Binaries,
  run_as: RunAs,
  places: readonly string[] = usualPlaces,
): Promise<Binaries> {
  if (await reaches(run_as, found)) return found
  const print = printOf(found.folder)
  for (const place of places) {
    const folder = layIn(place, found, print)
    if (folder === null) continue
    const laid = inFolder(folder, found.version)
    if (await reaches(run_as, laid)) return laid
  }
  throw new Explained(
    `PostgreSQL не можна запускати від root, а користувач без прав не має доступу до ${found.postgres}, ` +
      `і скопіювати її туди, де має, не вдалося (${places.map((place) => join(place, shelfName)).join(', ')}). ` +
      'Запустіть Касир від звичайного користувача, перенесіть його у відкриту теку (не в /root) або вкажіть DATABASE_URL.',
  )
}

const reaches = async (run_as: RunAs, { postgres, folder }: Binaries): Promise<boolean> =>
  (await run_as.can(['-x', postgres])) &&
  (await run_as.can(['-r', join(folder, 'share', 'postgresql', 'postgres.bki')]))

/** Null: the place is read-only, or full, or another user can change what lies in it. */
function layIn(place: string, { folder, version }: Binaries, print: string): string | null {
  try {
    const shelf = join(realpathSync(place), shelfName)
    if (!isRootsPlace(dirname(shelf)) || !ownShelf(shelf)) return null
    const laid = join(shelf, `${version}-${print.slice(0, 16)}`)
    if (!isWhole(laid, print)) layAnew(laid, folder, print)
    if (!isWhole(laid, print)) return null
    touch(laid)
    removeUnused(shelf, laid)
    return laid
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return null
    throw error
  }
}

/** In a folder such as /tmp another user may have made it before us. */
function ownShelf(shelf: string): boolean {
  try {
    mkdirSync(shelf)
  } catch (error) {
    if (!existsSync(shelf)) throw error
  }
  if (realpathSync(shelf) !== shelf || !isRootsPlace(shelf) || statSync(shelf).mode & 0o022) return false
  chmodSync(shelf, 0o755)
  return true
}

/** The bytes are compared, not only the names: after a power cut files may be there without what was written into them. */
const isWhole = (laid: string, print: string): boolean =>
  existsSync(laid) && isRootsAlone(laid) && printOf(laid) === print

/** Made aside and moved into place whole: neither a crash nor a second process leaves half of it under its name. */
function layAnew(laid: string, original: string, print: string): void {
  const draft = `${laid}.new-${newId()}`
  try {
    copyForAll(original, draft)
    moveInto(laid, draft, print)
  } catch (error) {
    // Another process may have been faster; what it laid is looked at next.
    if (!existsSync(laid)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** What another process has laid whole meanwhile stays: its server may be starting from there. */
function moveInto(laid: string, draft: string, print: string): void {
  try {
    renameSync(draft, laid)
  } catch {
    if (isWhole(laid, print)) return
    rmSync(laid, { recursive: true, force: true })
    renameSync(draft, laid)
  }
}

const touch = (path: string): void => utimesSync(path, Date.now() / 1000, Date.now() / 1000)

/** Other versions and what a crash left behind, unless a server runs from there or a process has just chosen it. */
function removeUnused(shelf: string, laid: string): void {
  for (const folder of readdirSync(shelf).map((name) => join(shelf, name))) {
    if (folder === laid) continue
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found === undefined || Date.now() - found.mtimeMs < unusedAfterMs || isRunFrom(folder)) continue
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where processes cannot be looked at, nothing is known to be unused. */
function isRunFrom(folder: string): boolean {
  if (!existsSync('/proc/self/exe')) return true
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .some((pid) => programOf(pid).startsWith(`${folder}/`))
}

function programOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return '' // It has ended, or belongs to the kernel.
  }
}
