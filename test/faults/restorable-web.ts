import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished } from 'vitest'
import { startChild } from '../support/child-service.ts'
import { emptyDatabase } from '../support/template-database.ts'
import { startTestApp, type TestApp, type TestOptions } from '../support/test-app.ts'

/**
 * The web of a shop in this process. `kasyr backup` copies it while it works; `kasyr restore` puts the copy into an empty
 * database, as docs/operating.md tells an operator to, and the web comes up again on that one with the same data folder.
 */
export async function startRestorableWeb(options: TestOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-restorable-'))
  const file = join(folder, 'backup.tar.gz')
  const start = (database_url?: string): Promise<TestApp> =>
    startTestApp({
      ...options,
      config: { ...options.config, data_dir: join(folder, 'data'), ...(database_url && { database_url }) },
    })
  let service = await start()
  onTestFinished(async () => {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const environment = (database_url = service.config.database_url ?? '') => ({
    DATABASE_URL: database_url,
    KASYR_DATA_DIR: service.config.data_dir,
  })
  const kasyr = async (args: readonly string[], given: Record<string, string>): Promise<void> => {
    const child = startChild(['server/main.ts', ...args], given)
    expect(await child.ended, child.lines.join('\n')).toBe(0)
  }
  return {
    service: (): TestApp => service,
    /** For other processes that share its database and its keys. */
    environment: () => environment(),
    backUp: () => kasyr(['backup', file], environment()),
    restore: async (): Promise<void> => {
      await service.close()
      const database_url = await emptyDatabase(inject('server_url'), inject('template'))
      await kasyr(['restore', file], environment(database_url))
      service = await start(database_url)
    },
  }
}
