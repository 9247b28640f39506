import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { encryptionKeysOf } from '../context.ts'
import { openDatabase, type Db } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { migrate, migrationContext, migrationStates, type MigrationContext } from '../platform/migrate.ts'
import type { Output } from './output.ts'

export const migrateCommand = (output: Output): Command =>
  new Command('migrate')
    .description('оновити схему бази даних')
    .option('--to <номер>', 'зупинитися на цій міграції (вперед або назад), наприклад 0007')
    .option('--status', 'лише показати, що застосовано')
    .action(async ({ to, status }: { to?: string; status?: boolean }) => {
      const config = readConfig()
      const { database_url, data_dir } = config
      const database = await openDatabase({ database_url, data_dir, claim: 'own-or-join', log: createLog('silent') })
      try {
        await (status
          ? printStatus(database.db, output)
          : runMigrations(database.db, migrationContext(encryptionKeysOf(config)), to, output))
      } finally {
        await database.close()
      }
    })

async function printStatus(db: Db, output: Output): Promise<void> {
  for (const { name, applied_at } of await migrationStates(db)) {
    output.out(`${name.padEnd(40)} ${applied_at === null ? 'ще не застосовано' : `застосовано ${applied_at}`}`)
  }
}

async function runMigrations(db: Db, context: MigrationContext, to: string | undefined, output: Output): Promise<void> {
  const steps = await migrate(db, context, to)
  for (const step of steps) output.out(step)
  output.out(steps.length === 0 ? 'Схема вже актуальна.' : 'Готово.')
}
