import { Command } from 'commander'
import { readConfig, type Config } from '../config.ts'
import { encryptionKeysOf } from '../key-files.ts'
import { grants } from '../grants.ts'
import { openDatabase } from '../platform/database/database.ts'
import { prepareDatabase } from '../platform/database/serving-database.ts'
import { createLog } from '../platform/log.ts'
import { migrate, migrationContext, migrationStates } from '../platform/migrate.ts'
import { prepareJobs } from '../platform/jobs/prepare-jobs.ts'
import { sqlCode } from '../sql-code.ts'
import { background } from '../worker.ts'
import type { Output } from './output.ts'

export const migrateCommand = (output: Output): Command =>
  new Command('migrate')
    .description('оновити схему бази даних, черги й права ролі, від якої працює сервіс')
    .option('--to <номер>', 'зупинитися на цій міграції (вперед або назад), наприклад 0007')
    .option('--status', 'лише показати, що застосовано')
    .action(async ({ to, status }: { to?: string; status?: boolean }) => {
      const config = readConfig()
      if (status) return showStatus(config, output)
      const steps = await runMigrations(config, to)
      for (const step of steps) output.out(step)
      output.out(steps.length === 0 ? 'Схема вже актуальна.' : 'Готово.')
    })

async function showStatus({ database_url, data_dir }: Config, output: Output): Promise<void> {
  const database = await openDatabase({ database_url, data_dir, claim: 'own-or-join', log: createLog('silent') })
  try {
    for (const { name, applied_at } of await migrationStates(database.db))
      output.out(`${name.padEnd(40)} ${applied_at === null ? 'ще не застосовано' : `застосовано ${applied_at}`}`)
  } finally {
    await database.close()
  }
}

/** As the owner, which also makes the queues and grants the role of the service its rights on what is new. */
async function runMigrations(config: Config, to: string | undefined): Promise<string[]> {
  const log = createLog('silent')
  const steps: string[] = []
  await prepareDatabase({
    addresses: config,
    claim: 'own-or-join',
    log,
    grants,
    prepare: async (owner) => {
      steps.push(...(await migrate(owner.db, migrationContext(encryptionKeysOf(config)), sqlCode, to)))
      await prepareJobs(owner.pool, log, background)
    },
  })
  return steps
}
