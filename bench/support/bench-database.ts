import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { findRunningServer, prepareCluster } from '#/server/platform/database/embedded/cluster.ts'
import { openEmbeddedServer } from '#/server/platform/database/embedded/embedded-server.ts'
import { createLog } from '#/server/platform/log.ts'

export interface BenchDatabase {
  /** Of the product's database; the floor has one of its own on the same server. */
  url: string
  floor_url: string
  /** The parent of all processes of this server. */
  pid: number
  /** Statements so far, by database. The job queue asks whether there is work all the time and is left out. */
  countStatements(): Promise<Map<string, number>>
  close(): Promise<void>
}

/** The PostgreSQL that the product brings along, with its settings, in a folder of its own. It counts statements besides. */
export async function startBenchDatabase(folder: string): Promise<BenchDatabase> {
  const cluster = await prepareCluster(folder)
  const settings = "shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track_utility = on\n"
  appendFileSync(join(cluster.dir, 'postgresql.auto.conf'), settings)
  const server = await openEmbeddedServer(folder, 'own', createLog('silent'))
  const pool = new Pool({ connectionString: withDatabase(server.url, 'postgres'), max: 1 })
  await pool.query('create extension if not exists pg_stat_statements')
  const { rowCount } = await pool.query(`select from pg_database where datname = 'floor'`)
  if (rowCount === 0) await pool.query('create database floor')
  const running = findRunningServer(cluster)
  if (running === null) throw new Error('the server that was just started does not run')
  return {
    url: server.url,
    floor_url: withDatabase(server.url, 'floor'),
    pid: running.pid,
    countStatements: async () => {
      const { rows } = await pool.query<{ name: string; calls: string }>(`
        select d.datname as name, sum(s.calls) as calls from pg_stat_statements(true) s join pg_database d on d.oid = s.dbid
        where s.query not like '%pgboss%' group by d.datname`)
      return new Map(rows.map(({ name, calls }) => [name, Number(calls)]))
    },
    close: async () => {
      await pool.end()
      await server.close()
    },
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
