import { existsSync, statSync } from 'node:fs'
import { Explained } from '../platform/explained.ts'
import type { Keyring } from '../platform/encryption/keyring.ts'
import type { Manifest, Sums } from './manifest.ts'
import { openLock, type Lock } from './passphrase-lock.ts'
import { readBackup } from './read-backup.ts'

export interface Backup {
  path: string
  lock: Lock | null
  manifest: Manifest
  sums: Sums
  /** Those it was made with; null: they were left out. */
  keys: Keyring | null
  /** The last seal: the file that is restored must be the one that was checked. */
  seal: string
}

interface Secrets {
  passphrase: string | null
  keys: Keyring | null
}

/** Reads the file from its beginning to its end before anything is touched: half a backup is none. */
export async function checkBackup(path: string, { passphrase, keys }: Secrets): Promise<Backup> {
  if (!existsSync(path)) throw new Explained(`файлу ${path} немає.`)
  if (!statSync(path).isFile()) throw new Explained(`${path} — не файл.`)
  const lock = await openLock(path, passphrase)
  let beginning: Pick<Backup, 'manifest' | 'keys'> | null = null
  for await (const part of readBackup(path, { lock, keys })) {
    if (part.kind === 'manifest') beginning = part
    if (part.kind === 'end' && beginning !== null) {
      const { manifest, keys: theirs } = beginning
      return { path, lock, manifest, keys: theirs, sums: part.sums, seal: part.seal }
    }
  }
  throw new Error('a backup without an end')
}
