import { setTimeout as pause } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { Explained } from '../../explained.ts'
import type { Logger } from '../../log.ts'
import { isRefusedLogin, makeRole, setPassword } from '../roles/make-role.ts'
import { deriveServiceLogin, type Login } from '../roles/service-role.ts'
import { locks } from '../locks.ts'
import {
  findRunningServer,
  freePort,
  prepareCluster,
  startServer,
  stopServer,
  superuser,
  type Cluster,
} from './cluster.ts'

/**
 * The embedded server and the process that owns it: the one that holds an advisory lock on the server itself. When a
 * process is killed, PostgreSQL drops its connection and the lock with it, so the next start takes over the server that
 * was left running. No lock file can go stale. The lock is held by the role of the service: a running service has no
 * connection of the superuser.
 */
export interface EmbeddedServer {
  /** As the superuser, who owns the database. */
  url: string
  /** How the server came to us, for the start-up message. */
  origin: 'started' | 'adopted' | 'joined'
  /** Stops the server if we own it. */
  close(): Promise<void>
}

/** `own`: this process must be the owner. `own-or-join`: a short command may also work beside a running service. */
export type Claim = 'own' | 'own-or-join'

const owned = (dataDir: string, holder: string) =>
  new Explained(
    `Теку даних ${dataDir} вже використовує інший процес Касира${holder === '' ? '' : ` (${holder})`}. ` +
      'Зупиніть його або вкажіть іншу теку в KASYR_DATA_DIR.',
  )

const startingUpMs = 120_000
/** A short command may hold the server for a moment; a service that starts meanwhile waits this long. */
const handOverMs = 10_000
const database = 'kasyr'

export async function openEmbeddedServer(dataDir: string, claim: Claim, log: Logger): Promise<EmbeddedServer> {
  const cluster = await prepareCluster(dataDir)
  let { server, started } = await ensureRunning(cluster)
  const giveUpAt = performance.now() + handOverMs
  let guardian = await connectGuardian(cluster, server.port)
  while (!(await tryLock(guardian, claim))) {
    if (claim === 'own-or-join') {
      await guardian.end()
      return { url: addressOf(cluster, server.port), origin: 'joined', close: () => Promise.resolve() }
    }
    const holder = await holderOf(guardian)
    if (performance.now() > giveUpAt || holder.startsWith('own ')) {
      await guardian.end()
      throw owned(dataDir, holder.replace(/^\S+ /, ''))
    }
    await guardian.end().catch(() => undefined)
    await pause(200)
    ;({ server, started } = await ensureRunning(cluster))
    guardian = await connectGuardian(cluster, server.port)
  }
  const close = guard(cluster, guardian, server.port, claim, log)
  await createDatabase(cluster, guardian, server.port)
  return { url: addressOf(cluster, server.port), origin: started ? 'started' : 'adopted', close }
}

const nameConnection = (client: Client, claim: Claim) =>
  client.query(`set application_name = '${claim} pid ${process.pid}'`)

async function tryLock(client: Client, claim: Claim): Promise<boolean> {
  await nameConnection(client, claim)
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(${locks.embedded_server}) as locked`,
  )
  return rows[0]?.locked === true
}

/** Keeps the connection with the lock; if the server dies under us (out of memory, kill -9), starts it again on the same port. */
function guard(cluster: Cluster, first: Client, port: number, claim: Claim, log: Logger) {
  let guardian = first
  let released = false
  let recovering = Promise.resolve()
  const watch = (): void => {
    guardian.on('error', () => undefined)
    guardian.once('end', () => {
      if (released) return
      recovering = recover().catch((error: unknown) =>
        log.fatal({ err: error }, 'embedded PostgreSQL cannot be restarted'),
      )
    })
  }
  const recover = async (): Promise<void> => {
    log.error('embedded PostgreSQL went away, restarting it')
    const { server } = await ensureRunning(cluster, port)
    guardian = await connectGuardian(cluster, server.port)
    await nameConnection(guardian, claim)
    await guardian.query(`select pg_advisory_lock(${locks.embedded_server})`)
    watch()
    log.info('embedded PostgreSQL is back')
  }
  watch()
  return async () => {
    released = true
    // A restart that is under way would start the server again behind our back.
    await recovering
    await stopServer(cluster)
    await guardian.end().catch(() => undefined)
  }
}

async function ensureRunning(cluster: Cluster, port?: number) {
  const running = findRunningServer(cluster)
  if (running) return { server: running, started: false }
  try {
    await startServer(cluster, port ?? (await freePort()))
  } catch (error) {
    // Another process may have started it in the same moment, or taken the free port before PostgreSQL did.
    await pause(200)
    if (!findRunningServer(cluster))
      await startServer(cluster, port ?? (await freePort())).catch(() => Promise.reject(error))
  }
  const server = findRunningServer(cluster)
  if (!server) throw new Explained(`Вбудована PostgreSQL у ${cluster.dir} зупинилася одразу після запуску.`)
  return { server, started: true }
}

/** As the role of the service, in the database where the lock is. On a first start the superuser makes the role. */
async function connectGuardian(cluster: Cluster, port: number): Promise<Client> {
  const loginAt = (at: number): Login => deriveServiceLogin(addressOf(cluster, at, 'postgres'), superuser)
  try {
    return await connect(cluster, port, (at) => loginAt(at).url)
  } catch (error) {
    if (!isRefusedLogin(error)) throw error
    await asSuperuser(cluster, port, async (owner) => {
      await makeRole(owner, loginAt(owner.port))
      await setPassword(owner, loginAt(owner.port))
    })
    return connect(cluster, port, (at) => loginAt(at).url)
  }
}

async function asSuperuser(cluster: Cluster, port: number, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = await connect(cluster, port, (at) => addressOf(cluster, at, 'postgres'))
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Waits while the server recovers after a crash or is about to stop. */
async function connect(cluster: Cluster, port: number, address: (port: number) => string): Promise<Client> {
  const giveUpAt = performance.now() + startingUpMs
  for (;;) {
    const client = new Client({ connectionString: address(port), connectionTimeoutMillis: 5_000, keepAlive: true })
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      const hopeless = error instanceof DatabaseError && error.code !== '57P03'
      if (hopeless || performance.now() > giveUpAt) throw error
      await pause(100)
      const { server } = await ensureRunning(cluster, port)
      port = server.port
    }
  }
}

async function holderOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string | null }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = ${locks.embedded_server} and granted`,
  )
  return rows[0]?.application_name ?? ''
}

async function createDatabase(cluster: Cluster, guardian: Client, port: number): Promise<void> {
  const { rowCount } = await guardian.query('select from pg_database where datname = $1', [database])
  if (!rowCount) await asSuperuser(cluster, port, (owner) => owner.query(`create database ${database}`))
}

const addressOf = ({ password }: Cluster, port: number, name = database): string =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`
