import { Client } from 'pg'
import { grants } from '#/server/grants.ts'
import { prepareDatabase } from '#/server/platform/database/serving-database.ts'
import { givenKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { createLog } from '#/server/platform/log.ts'
import { migrate, migrationContext } from '#/server/platform/migrate.ts'
import { prepareJobs } from '#/server/platform/jobs/prepare-jobs.ts'
import { newId, randomSecret } from '#/server/platform/random.ts'
import { sqlCode } from '#/server/sql-code.ts'
import { background } from '#/server/worker.ts'

export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty database has no secrets to move; any keys do. */
const someKeys = givenKeys([{ kid: 'none', secret: randomSecret(32) }])

/** Every test database is a copy of its files. */
export async function makeTemplate(serverUrl: string): Promise<string> {
  const name = `kasyr_test_${newId().slice(-12)}`
  await onServer(serverUrl, `create database ${name}`)
  await bringUpToDate(urlOf(serverUrl, name))
  return name
}

/** Schema, queues of the jobs and rights of the service, as a start of the service does it. */
export async function bringUpToDate(database_url: string): Promise<void> {
  const log = createLog('silent')
  await prepareDatabase({
    addresses: { database_url, database_owner_url: null, data_dir: '/nonexistent' },
    claim: 'own',
    log,
    grants,
    prepare: async (owner) => {
      await migrate(owner.db, migrationContext(someKeys), sqlCode)
      await prepareJobs(owner.pool, log, background)
    },
  })
}

export async function copyTemplate(serverUrl: string, template: string): Promise<string> {
  const name = `${template}_${newId().slice(-12)}`
  // Nothing waits for the disk here, and copying files is cheaper than writing every page into the log first.
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return urlOf(serverUrl, name)
}

/** Without any schema, for the tests of the migrations themselves. */
export async function emptyDatabase(serverUrl: string, template: string): Promise<string> {
  const name = `${template}_${newId().slice(-12)}`
  await onServer(serverUrl, `create database ${name}`)
  return urlOf(serverUrl, name)
}
