import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { makeTemplate, urlOf } from '#/test/support/template-database.ts'
import { startTestServer } from '#/test/support/test-server.ts'
import { dumpSchema } from './dump-schema.ts'

/** `npm run schema`: writes server/schema.sql anew, from a database that was just made. */
const folder = mkdtempSync(join(tmpdir(), 'kasyr-schema-'))
const server = await startTestServer(folder)
try {
  const client = new Client({ connectionString: urlOf(server.url, await makeTemplate(server.url)) })
  await client.connect()
  const path = join(import.meta.dirname, '..', 'server', 'schema.sql')
  try {
    writeFileSync(path, await dumpSchema(client))
  } finally {
    await client.end()
  }
  console.log(path)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
