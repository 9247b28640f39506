import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { App } from '#/server/app.ts'
import { checkBackup } from '#/server/backup/check-backup.ts'
import { makeBackup } from '#/server/backup/make-backup.ts'
import { noteRestore } from '#/server/backup/note-restore.ts'
import { restoreBackup } from '#/server/backup/restore-backup.ts'
import { encryptionKeyFile } from '#/server/key-files.ts'
import { countRows } from '#/server/backup/manifest.ts'
import { createLog } from '#/server/platform/log.ts'
import { newId } from '#/server/platform/random.ts'
import { urlOf } from '../support/template-database.ts'
import type { Process } from './process.ts'

export interface Backup {
  /** Into a new database; gives its address, and what is to be done once the service runs on it. */
  restore(server_url: string): Promise<{ database_url: string; note(app: App): Promise<unknown> }>
}

/** As `kasyr backup` makes one, while the service runs. */
export async function takeBackup({ app, pool }: Process, folder: string): Promise<Backup> {
  const path = join(mkdtempSync(join(folder, 'backup-')), 'world.kasyr')
  const { encryption_keys: keys, config } = app
  await makeBackup(app, pool, path, { passphrase: null, with_keys: false })
  return {
    restore: async (server_url) => {
      const name = `kasyr_restored_${newId().slice(-12)}`
      const client = new Client({ connectionString: server_url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      const database_url = urlOf(server_url, name)
      const backup = await checkBackup(path, { passphrase: null, keys: keys.all() })
      const { in_doubt, replaced } = await restoreBackup(backup, {
        config: { ...config, database_url },
        keys,
        key_file: encryptionKeyFile(config),
        log: createLog('silent'),
        stamp: 'world',
      })
      const { made_at } = backup.manifest
      const rows = countRows(backup.sums)
      const note = (app: App) => noteRestore(app, { stamp: 'world', made_at, rows, in_doubt, replaced: replaced.end })
      return { database_url, note }
    },
  }
}
