import { join } from 'node:path'
import { freePort, prepareCluster, superuser } from '#/server/platform/database/embedded/cluster.ts'

/**
 * What this server promised is forgotten with it, so it never waits for the disk; nor for a connection, with many
 * services at once. Autovacuum is off for databases that live for seconds: with hundreds of them it would never rest.
 */
const settings = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300', 'shared_buffers=256MB'],
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=8GB', 'checkpoint_timeout=1h'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off', 'jit=off'],
]

/**
 * The PostgreSQL that most tests share: the embedded one in a hurry. Tests of what survives a crash start servers of their
 * own, as the service does.
 */
export async function startTestServer(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { dir, password, binaries, run_as } = await prepareCluster(folder)
  const port = await freePort()
  const options = [`port=${port}`, ...settings].map((setting) => `-c ${setting}`).join(' ')
  const control = (...args: string[]) =>
    run_as.run(dir, binaries.pg_ctl, (at) => [
      ...args,
      '--wait',
      '--timeout=120',
      '--pgdata',
      at,
      '--log',
      join(at, 'log'),
    ])
  await control('start', '-o', options)
  return {
    url: `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    // Its files are removed next: there is nothing to put in order.
    stop: () => control('stop', '--mode=immediate'),
  }
}
