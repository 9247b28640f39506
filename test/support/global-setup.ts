import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { makeTemplate } from './template-database.ts'
import { startTestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    server_url: string
    template: string
    /** What the whole run saw and which secrets were in it: `canary.test.ts` compares the two at the end. */
    evidence: string
  }
}

const withoutDatabase = new Set(['unit', 'component'])

/** One PostgreSQL for the whole run: the embedded one, or the server of DATABASE_URL. Databases are copied from a migrated template. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => withoutDatabase.has(name))) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-test-'))
  const given = process.env['DATABASE_URL']
  const embedded = given ? null : await startTestServer(folder)
  const server_url = given ?? embedded?.url ?? ''
  const roles = await listRoles(server_url)
  const template = await makeTemplate(server_url)
  project.provide('server_url', server_url)
  project.provide('template', template)
  project.provide('evidence', mkdtempSync(join(folder, 'evidence-')))
  return async () => {
    await (embedded ? embedded.stop() : cleanUp(server_url, template, roles))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onServer<Result>(server_url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: server_url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const listRoles = (server_url: string): Promise<string[]> =>
  onServer(server_url, async (client) => {
    const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles')
    return rows.map(({ rolname }) => rolname)
  })

/** A server that was given stays as it was: without our databases, and without the roles that came with them. */
async function cleanUp(server_url: string, template: string, rolesBefore: readonly string[]): Promise<void> {
  const roles = await listRoles(server_url)
  await onServer(server_url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(`select datname from pg_database where datname like $1`, [
      `${template}%`,
    ])
    for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
    const ours = roles.filter((role) => !rolesBefore.includes(role) && /^kasyr_test_|_service$/.test(role))
    for (const role of ours) await client.query(`drop owned by "${role}"; drop role "${role}"`)
  })
}
