import { createHash, type Hash } from 'node:crypto'
import { Explained } from '../platform/explained.ts'
import { migrationNames } from '../platform/migrate.ts'
import { readBackupFile } from './backup-file.ts'
import { Manifest, names, Sums, tableOfPiece } from './manifest.ts'

export interface Backup {
  manifest: Manifest
  sums: Sums
  /** The text of the key file; null: it was left out. */
  keys: string | null
}

/** Reads the file from its beginning to its end before anything is touched: a half of a backup is none. */
export async function checkBackup(path: string): Promise<Backup> {
  const hashes = new Map<string, Hash>()
  let [manifest, sums, keys]: [Manifest | null, Sums | null, string | null] = [null, null, null]
  for await (const { name, content } of readBackupFile(path)) {
    const table = tableOfPiece(name)
    if (table !== null) hashes.set(table, (hashes.get(table) ?? createHash('sha256')).update(content))
    else if (name === names.manifest) manifest = readManifest(path, content)
    else if (name === names.keys) keys = content.toString('utf8')
    else if (name === names.sums) sums = Sums.safeParse(fromJson(content)).data ?? null
  }
  if (manifest === null) throw new Explained(`файл ${path} — не копія Касира.`)
  const empty = createHash('sha256').digest('hex')
  const digests = new Map([...hashes].map(([table, hash]) => [table, hash.digest('hex')]))
  const isWhole = manifest.tables.every(({ name }) => sums?.[name]?.sha256 === (digests.get(name) ?? empty))
  if (sums === null || !isWhole) throw new Explained(`копія ${path} неповна або пошкоджена. Нічого не змінено.`)
  return { manifest, sums, keys }
}

function readManifest(path: string, content: Buffer): Manifest {
  const { data } = Manifest.safeParse(fromJson(content))
  if (data === undefined || !migrationNames().includes(data.migration))
    throw new Explained(`копію ${path} зроблено іншою, новішою версією Касира. Оновіть Касир і повторіть.`)
  return data
}

function fromJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return null
  }
}
