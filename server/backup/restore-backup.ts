import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from } from 'pg-copy-streams'
import { auditKeyName } from '../audit/chain/audit-keys.ts'
import { putCheckpointAside } from '../audit/checkpoints/checkpoint-file.ts'
import type { Config } from '../config.ts'
import { mendDocuments } from '../orders/order/document-store.ts'
import { recountTallies } from '../orders/queue/tally-store.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/db.ts'
import type { EncryptionKeys } from '../platform/encryption/encryption-keys.ts'
import { Explained } from '../platform/explained.ts'
import type { Logger } from '../platform/log.ts'
import { migrate, migrationContext } from '../platform/migrate.ts'
import { listSecretSettings, openSecretSetting } from '../platform/settings.ts'
import { sqlCode } from '../sql-code.ts'
import type { Backup } from './check-backup.ts'
import { leaveNoTrace } from './leave-no-trace.ts'
import { inRestoringTransaction } from './long-transaction.ts'
import type { Table } from './manifest.ts'
import { readBackup } from './read-backup.ts'
import { openTarget, type RestoreTarget } from './restore-target.ts'
import { endInFolder, whatComesBack, type Replaced } from './what-comes-back.ts'
import { whyNotOurTables } from './rules.ts'
import {
  copyIn,
  countContradictions,
  emptyAndStill,
  listMoves,
  listTables,
  wakeUp,
  type Contradictions,
} from './store.ts'
import { doubtQueued } from '../receipts/machine/doubt-queued.ts'
import { joinKeys, takeOverKeys } from './take-over-keys.ts'

interface Restoring {
  config: Pick<Config, 'database_url' | 'data_dir' | 'receipt_times'>
  /** Of this machine; null: it has none yet. */
  keys: EncryptionKeys | null
  key_file: string
  log: Logger
  /** For names: `20261115_163400`. */
  stamp: string
}

export interface Restored extends Contradictions {
  /** The name of the database that was there before; null: there was none. */
  kept: string | null
  /** Receipts that waited to be sent when the backup was made. */
  in_doubt: number
  replaced: Replaced
}

/** Puts a checked backup in place of what the service worked with until now. What fails leaves everything as it was. */
export async function restoreBackup(backup: Backup, restoring: Restoring): Promise<Restored> {
  const { config, keys, key_file, log, stamp } = restoring
  const joined = joinKeys(keys, backup.keys)
  const removeTraces = leaveNoTrace(config.data_dir)
  const undo: (() => void)[] = []
  const ended = endInFolder(config.data_dir)
  const handOver = () => {
    undo.push(putCheckpointAside(config.data_dir, stamp))
    undo.push(takeOverKeys(key_file, keys, joined))
  }
  let target: RestoreTarget | null = null
  let isInEffect = false
  try {
    target = await openTarget(config, log)
    const { url, is_in_place, before } = target
    const database = await openDatabase({ ...config, database_url: url, claim: 'own', log })
    let contradictions: Contradictions & { in_doubt: number }
    try {
      contradictions = await inRestoringTransaction(database.pool, async (client, tx) => {
        await migrate(tx, migrationContext(joined), sqlCode, backup.manifest.migration.slice(0, 4))
        await fill(client, backup, keys)
        await requireAuditKey(tx, joined)
        await migrate(tx, migrationContext(joined), sqlCode)
        await mendDocuments(tx)
        const found = { ...(await countContradictions(client)), tallies: await recountTallies(tx) }
        const in_doubt = await doubtQueued(tx, systemClock.now(), config.receipt_times)
        // The commit is what makes it the service's database: nothing else may be missing then.
        if (is_in_place) handOver()
        return { ...found, in_doubt }
      })
      isInEffect = is_in_place
    } finally {
      await database.close()
    }
    const replaced = await whatComesBack(ended, before, url)
    if (!is_in_place) handOver()
    const kept = await target.finish(stamp)
    isInEffect = true
    await target.close()
    return { ...contradictions, kept, replaced }
  } catch (error) {
    if (isInEffect) await target?.close().catch(() => undefined)
    else {
      for (const step of undo.toReversed()) step()
      // The operator must see why it failed, not what failed afterwards.
      await target?.abandon().catch(() => undefined)
      removeTraces()
    }
    throw error
  }
}

async function fill(client: PoolClient, backup: Backup, keys: EncryptionKeys | null): Promise<void> {
  const { path, lock, manifest, sums } = backup
  const tables = await listTables(client)
  if (whyNotOurTables(manifest.tables, tables) !== null) throw unfit(path)
  const moves = await listMoves(client)
  await emptyAndStill(client, tables)
  const parts = readBackup(path, { lock, keys: keys?.all() ?? null })
  await parts.next() // The manifest, which the last seal stands for.
  let part = (await parts.next()).value
  for (const table of manifest.tables) {
    async function* pieces(): AsyncGenerator<Buffer> {
      for (; part?.kind === 'piece' && part.table === table.name; part = (await parts.next()).value) yield part.content
    }
    if ((await load(client, path, table, pieces())) !== sums[table.name]?.rows) throw unfit(path)
  }
  if (part?.kind !== 'end' || part.seal !== backup.seal) throw unfit(path)
  await wakeUp(client, tables)
  // The moves a receipt may make belong to the schema; a backup carries them, it does not decide on them.
  if ((await listMoves(client)) !== moves) throw unfit(path)
}

async function load(client: PoolClient, path: string, table: Table, pieces: AsyncIterable<Buffer>): Promise<number> {
  const copying = client.query(from(copyIn(table)))
  try {
    await pipeline(pieces, copying)
  } catch (error) {
    throw error instanceof Explained ? error : unfit(path, error)
  }
  return copying.rowCount
}

const unfit = (path: string, cause?: unknown) =>
  new Explained(`вміст копії ${path} не такий, який робить Касир: він не відповідає схемі бази. Нічого не змінено.`, {
    cause,
  })

/** Without the key of the log the service would not even start on what was restored. */
async function requireAuditKey(tx: Tx, keys: EncryptionKeys): Promise<void> {
  const found = await listSecretSettings(tx, auditKeyName)
  try {
    for (const { name, secret } of found) openSecretSetting(keys, name, secret)
  } catch (error) {
    throw new Explained(
      'ключі шифрування не підходять до цієї копії. Вкажіть ті, з якими її зроблено (KASYR_ENCRYPTION_KEYS). Нічого не змінено.',
      { cause: error },
    )
  }
}
