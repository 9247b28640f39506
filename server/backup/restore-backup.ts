import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from } from 'pg-copy-streams'
import { auditKeyName } from '../audit/audit-key.ts'
import { putCheckpointsAside } from '../audit/checkpoint.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../platform/database/database.ts'
import type { EncryptionKeys } from '../platform/encryption-keys.ts'
import { Explained } from '../platform/explained.ts'
import type { Logger } from '../platform/log.ts'
import { migrate, migrationContext } from '../platform/migrate.ts'
import { openSecretSetting } from '../platform/settings.ts'
import { readBackupFile } from './backup-file.ts'
import type { Backup } from './check-backup.ts'
import { inLongTransaction } from './long-transaction.ts'
import { tableOfPiece, type Table } from './manifest.ts'
import { openTarget } from './restore-target.ts'
import { copyIn, emptyAndStill, listTables, wakeUp } from './store.ts'
import { takeOverKeys } from './take-over-keys.ts'

interface Restoring {
  config: Pick<Config, 'database_url' | 'data_dir'>
  keys: EncryptionKeys
  log: Logger
  /** For names: `20261115_163400`. */
  stamp: string
}

/** Puts a checked backup in place of what the service worked with until now, which is kept under the name this returns. */
export async function restoreBackup(
  path: string,
  backup: Backup,
  { config, keys, log, stamp }: Restoring,
): Promise<string | null> {
  const target = await openTarget(config, log)
  try {
    takeOverKeys(keys, backup.keys)
    const { db, pool, close } = await openDatabase({ ...config, database_url: target.url, claim: 'own', log })
    try {
      await migrate(db, migrationContext(keys), backup.manifest.migration.slice(0, 4))
      await inLongTransaction(pool, 'read write', async (client) => {
        await fill(client, path, backup)
        await requireKeys(client, keys)
      })
      await migrate(db, migrationContext(keys))
    } finally {
      await close()
    }
    // Before the change, so that a crash between the two raises no false alarm; the next seal writes new ones.
    putCheckpointsAside(config.data_dir, stamp)
    return await target.finish(stamp)
  } finally {
    await target.close()
  }
}

async function fill(client: PoolClient, path: string, { manifest, sums }: Backup): Promise<void> {
  const tables = await listTables(client)
  await emptyAndStill(client, tables)
  const entries = readBackupFile(path)
  let next = await entries.next()
  for (const table of manifest.tables) {
    async function* pieces(): AsyncGenerator<Buffer> {
      while (next.done !== true && (tableOfPiece(next.value.name) ?? table.name) === table.name) {
        if (tableOfPiece(next.value.name) !== null) yield next.value.content
        next = await entries.next()
      }
    }
    const rows = await load(client, table, pieces())
    if (rows !== sums[table.name]?.rows) throw new Error(`${table.name}: ${rows} rows came out of the backup`)
  }
  await entries.return(undefined)
  await wakeUp(client, tables)
}

/** Without the key of the log the service would not even start on what was restored. */
async function requireKeys(client: PoolClient, keys: EncryptionKeys): Promise<void> {
  const { rows } = await client.query<{ secret: string }>('select secret from settings where name = $1', [auditKeyName])
  try {
    for (const { secret } of rows) openSecretSetting(keys, auditKeyName, secret)
  } catch (error) {
    throw new Explained(
      'ключі шифрування не підходять до цієї копії. Вкажіть ті, з якими її зроблено (KASYR_ENCRYPTION_KEYS). Нічого не змінено.',
      { cause: error },
    )
  }
}

async function load(client: PoolClient, table: Table, pieces: AsyncIterable<Buffer>): Promise<number> {
  const copying = client.query(from(copyIn(table)))
  await pipeline(pieces, copying)
  return copying.rowCount
}
