import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedServer } from '#/server/platform/database/embedded/embedded-server.ts'
import { createLog } from '#/server/platform/log.ts'
import { makeTemplate } from './template-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    server_url: string
    template: string
    /** What the whole run saw and which secrets were in it: `canary.test.ts` compares the two at the end. */
    evidence: string
  }
}

/** One PostgreSQL for the whole run: the embedded one, or the server of DATABASE_URL. Databases are copied from a migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-test-'))
  const given = process.env['DATABASE_URL']
  const embedded = given ? null : await openEmbeddedServer(folder, 'own', createLog('silent'))
  const server_url = given ?? embedded?.url ?? ''
  const template = await makeTemplate(server_url)
  project.provide('server_url', server_url)
  project.provide('template', template)
  project.provide('evidence', mkdtempSync(join(folder, 'evidence-')))
  return async () => {
    await dropDatabases(server_url, template)
    await embedded?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A server that was given stays as it was. */
async function dropDatabases(server_url: string, template: string): Promise<void> {
  const client = new Client({ connectionString: server_url })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(`select datname from pg_database where datname like $1`, [
    `${template}%`,
  ])
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
  await client.end()
}
