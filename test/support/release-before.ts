import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { inject } from 'vitest'
import { emptyDatabase } from './template-database.ts'

const fixture = join(import.meta.dirname, '..', 'fixtures', 'release-0.8.0.sql.gz')

/**
 * The demo shop as release 0.8.0 left it on PostgreSQL 15, cut down to 80 orders: the last release whose migrations made functions and
 * triggers (decision 0057). Made by `pg_dump --inserts --schema=public`, without the rows of the audit log, of the stub and of the
 * parcels' history. Gives the address of its database.
 */
export async function releaseBefore(): Promise<string> {
  const url = await emptyDatabase(inject('server_url'), inject('template'))
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create extension pg_trgm')
    await client.query(gunzipSync(readFileSync(fixture)).toString('utf8'))
  } finally {
    await client.end()
  }
  return url
}
