import { readConfig, type Config } from '../config.ts'
import type { App } from '../app.ts'
import { startContext } from '../start-context.ts'
import type { ServingDatabase } from '../platform/database/serving-database.ts'
import { createLog } from '../platform/log.ts'
import { background } from '../worker.ts'

/**
 * Gives a short command the database, beside a running service or by starting the embedded server for a moment. `app.db` has
 * the rights of the service; a command that does what the service may not takes `(await database.owner()).db`.
 */
export async function withApp<Result>(
  work: (app: App, database: ServingDatabase) => Promise<Result>,
  config: Config = readConfig(),
): Promise<Result> {
  const running = await startContext({ config, claim: 'own-or-join', background, log: createLog('silent') })
  try {
    return await work(running.app, running.database)
  } finally {
    await running.close()
  }
}
