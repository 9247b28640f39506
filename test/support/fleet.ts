import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, inject } from 'vitest'
import { startCrmSimulator } from '#/simulators/crm/crm-simulator.ts'
import { ApiClient } from './api-client.ts'
import { readyUrl, startChild, type Child } from './child-service.ts'
import { noteSecret } from './evidence.ts'
import { copyTemplate } from './template-database.ts'
import { adminPassword } from './test-app.ts'

const crm = { key: 'key-of-the-fleet', secret: 'secret-of-the-fleet-4417' }

/**
 * Two web processes of the operating system on one database, and the CRM both of them ask over HTTP. They share what a
 * fleet shares, the database and the keys, and nothing else. It ends with the file.
 */
export async function startFleet() {
  noteSecret(crm.secret)
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-fleet-'))
  const simulator = await startCrmSimulator(crm)
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  const children: Child[] = []
  const run = (...command: string[]) => {
    const child = startChild(['server/main.ts', ...command], {
      DATABASE_URL: database_url,
      KASYR_DATA_DIR: folder,
      KASYR_PORT: '0',
      KASYR_LOG_LEVEL: 'warn',
      KASYR_ADMIN_PASSWORD: adminPassword,
      KASYR_CRM_URL: simulator.rpc_url,
      KASYR_CRM_KEY: crm.key,
      KASYR_CRM_SECRET: crm.secret,
    })
    children.push(child)
    return child
  }
  afterAll(async () => {
    for (const child of children) child.process.kill('SIGTERM')
    await Promise.all(children.map(({ ended }) => ended))
    await simulator.close()
    rmSync(folder, { recursive: true, force: true })
  })
  // One after the other: the first makes the keys and the admin, as on a first start.
  const one = new ApiClient(await readyUrl(run('serve', '--web-only')))
  const admin = await one.logIn('admin', adminPassword)
  const two = await readyUrl(run('serve', '--web-only'))
  const clients = [admin, new ApiClient(two, { access_token: admin.token ?? '' })]
  return {
    simulator,
    clients,
    /** `kasyr sync`, a third process. */
    sync: async () => {
      const ended = await run('sync').ended
      if (ended !== 0) throw new Error(`kasyr sync ended with ${ended}`)
    },
    /** As on the first day, on both sides. */
    forget: async () => {
      simulator.orders.clear()
      simulator.log.clear()
      await onDatabase(database_url, 'delete from orders; delete from crm_sync')
    },
    /** As if the last run had ended an hour ago. */
    passTime: () => onDatabase(database_url, `update crm_sync set finished_at = finished_at - interval '1 hour'`),
  }
}

async function onDatabase(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
