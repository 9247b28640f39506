import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { to } from 'pg-copy-streams'
import { recordAudit, theSystem } from '../audit/record-audit.ts'
import type { App } from '../app.ts'
import type { Key, Keyring } from '../platform/encryption/keyring.ts'
import { toText } from '../platform/encryption/keyring.ts'
import { migrationStates } from '../platform/migrate.ts'
import { newId } from '../platform/random.ts'
import { writeBackupFile, type Entry } from './backup-file.ts'
import { inLongTransaction } from './long-transaction.ts'
import { countRows, format, leftOut, names, pieceBytes, type Manifest, type Sums, type Table } from './manifest.ts'
import { newLock } from './passphrase-lock.ts'
import { startChain } from './seal-chain.ts'
import { copyOut, listTables } from './store.ts'

type BackupApp = Pick<App, 'db' | 'clock' | 'audit' | 'encryption_keys'>

interface Wanted {
  /** null: the file is not encrypted, and then the keys are never in it. */
  passphrase: string | null
  with_keys: boolean
}

export interface Made {
  rows: number
  bytes: number
  is_encrypted: boolean
  has_keys: boolean
}

/** Writes everything as it is at one moment, while the service runs. */
export async function makeBackup(
  app: BackupApp,
  pool: Pool,
  path: string,
  { passphrase, with_keys }: Wanted,
): Promise<Made> {
  const lock = passphrase === null ? null : await newLock(passphrase)
  const has_keys = lock !== null && with_keys
  const keyring = app.encryption_keys.all()
  const sums: Sums = {}
  await inLongTransaction(pool, (client) =>
    writeBackupFile(path, lock, sealed(keyring[0], contentsOf(app, client, sums, keyring, has_keys))),
  )
  const rows = countRows(sums)
  const { size: bytes } = statSync(path)
  await app.db.transaction().execute((tx) =>
    recordAudit(app, tx, theSystem, {
      action: 'backup.made',
      subject: { type: 'backup', id: basename(path) },
      details: { rows, has_keys },
    }),
  )
  return { rows, bytes, is_encrypted: lock !== null, has_keys }
}

type Content = Omit<Entry, 'seal'>

async function* sealed(key: Key, contents: AsyncIterable<Content>): AsyncGenerator<Entry> {
  const sealOf = startChain(key)
  for await (const { name, content } of contents) yield { name, content, seal: sealOf(name, content) }
}

async function* contentsOf(
  { db, clock }: BackupApp,
  client: PoolClient,
  sums: Sums,
  keyring: Keyring,
  hasKeys: boolean,
): AsyncGenerator<Content> {
  const migration = (await migrationStates(db)).findLast(({ applied_at }) => applied_at !== null)?.name ?? ''
  const tables = (await listTables(client)).filter(({ name }) => !leftOut.has(name))
  const made_at = clock.now().toISOString()
  const manifest: Manifest = { format, id: newId(), made_at, kid: keyring[0].kid, migration, tables }
  if (hasKeys) yield { name: names.keys, content: Buffer.from(toText(keyring)) }
  yield { name: names.manifest, content: toJson(manifest) }
  for (const table of tables) yield* piecesOf(client, table, sums)
  yield { name: names.sums, content: toJson(sums) }
}

async function* piecesOf(client: PoolClient, table: Table, sums: Sums): AsyncGenerator<Content> {
  const copying = client.query(to(copyOut(table)))
  const hash = createHash('sha256')
  let number = 0
  let held: Buffer[] = []
  let bytes = 0
  const take = (): Content => {
    number += 1
    const content = Buffer.concat(held)
    ;[held, bytes] = [[], 0]
    hash.update(content)
    return { name: names.piece(table.name, number), content }
  }
  for await (const chunk of copying) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes >= pieceBytes) yield take()
  }
  if (bytes > 0) yield take()
  sums[table.name] = { rows: copying.rowCount, sha256: hash.digest('hex') }
}

const toJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
