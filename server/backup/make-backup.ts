import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { to } from 'pg-copy-streams'
import { recordAudit, theSystem } from '../audit/record-audit.ts'
import type { App } from '../context.ts'
import { toText } from '../platform/keyring.ts'
import { migrationStates } from '../platform/migrate.ts'
import { writeBackupFile, type Entry } from './backup-file.ts'
import { inLongTransaction } from './long-transaction.ts'
import { countRows, format, leftOut, names, type Manifest, type Sums, type Table } from './manifest.ts'
import { copyOut, listTables } from './store.ts'

type BackupApp = Pick<App, 'db' | 'clock' | 'audit_key' | 'encryption_keys'>

export interface Made {
  rows: number
  bytes: number
  has_keys: boolean
}

/**
 * Everything as it is at one moment, while the service goes on. With the keys the file alone is enough to go on from, and
 * must be kept like a password; keys of the environment are not ours to copy.
 */
export async function makeBackup(
  app: BackupApp,
  pool: Pool,
  path: string,
  { with_keys }: { with_keys: boolean },
): Promise<Made> {
  const has_keys = with_keys && app.encryption_keys.source === 'file'
  const sums: Sums = {}
  await inLongTransaction(pool, 'isolation level repeatable read read only', (client) =>
    writeBackupFile(path, entriesOf(app, client, sums, has_keys ? toText(app.encryption_keys.all()) : null)),
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
  return { rows, bytes, has_keys }
}

async function* entriesOf(
  { db, clock }: BackupApp,
  client: PoolClient,
  sums: Sums,
  keys: string | null,
): AsyncGenerator<Entry> {
  const migration = (await migrationStates(db)).findLast(({ applied_at }) => applied_at !== null)?.name ?? ''
  const tables = (await listTables(client)).filter(({ name }) => !leftOut.has(name))
  const manifest: Manifest = { format, made_at: clock.now().toISOString(), migration, tables }
  yield { name: names.manifest, content: toJson(manifest) }
  if (keys !== null) yield { name: names.keys, content: Buffer.from(keys) }
  for (const table of tables) yield* piecesOf(client, table, sums)
  yield { name: names.sums, content: toJson(sums) }
}

const pieceBytes = 4 * 1024 * 1024

async function* piecesOf(client: PoolClient, table: Table, sums: Sums): AsyncGenerator<Entry> {
  const copying = client.query(to(copyOut(table)))
  const hash = createHash('sha256')
  let number = 0
  let held: Buffer[] = []
  let bytes = 0
  const take = (): Entry => {
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
