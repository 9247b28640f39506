import { setTimeout as pause } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { Explained } from '../../explained.ts'
import type { Logger } from '../../log.ts'
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
 * The embedded server and who owns it. The owner is the process that holds one advisory lock on the server itself:
 * when a process is killed, PostgreSQL drops its connection and the lock with it, so the next start simply takes over
 * the server that was left running. No lock file can go stale.
 */
export interface EmbeddedServer {
  url: string
  /** How the server came to us, for the start-up message. */
  origin: 'started' | 'adopted' | 'joined'
  /** Stops the server if we own it. */
  close(): Promise<void>
}

/** `own`: this process must be the owner. `own-or-join`: a short command may also work beside a running service. */
export type Claim = 'own' | 'own-or-join'

export class AlreadyOwned extends Explained {
  constructor(dataDir: string, holder: string) {
    super(
      `Теку даних ${dataDir} вже використовує інший процес Касира (${holder}). ` +
        'Зупиніть його або вкажіть іншу теку в KASYR_DATA_DIR.',
    )
    this.name = 'AlreadyOwned'
  }
}

const ownerLock = 7_586_921
const startingUpMs = 120_000
/** A short command may hold the server for a moment; a service that starts meanwhile waits this long. */
const handOverMs = 10_000
const database = 'kasyr'

export async function openEmbeddedServer(dataDir: string, claim: Claim, log: Logger): Promise<EmbeddedServer> {
  const cluster = await prepareCluster(dataDir)
  let { server, started } = await ensureRunning(cluster)
  const giveUpAt = performance.now() + handOverMs
  let owner = await connect(cluster, server.port)
  while (!(await tryLock(owner))) {
    if (claim === 'own-or-join') {
      await owner.end()
      return { url: addressOf(cluster, server.port), origin: 'joined', close: () => Promise.resolve() }
    }
    const holder = await holderOf(owner)
    if (performance.now() > giveUpAt || holder.startsWith('own ')) {
      await owner.end()
      throw new AlreadyOwned(dataDir, holder.replace(/^\S+ /, ''))
    }
    await owner.end().catch(() => undefined)
    await pause(200)
    ;({ server, started } = await ensureRunning(cluster))
    owner = await connect(cluster, server.port)
  }
  const guarded = guard(cluster, owner, server.port, claim, log)
  await createDatabase(owner)
  return { url: addressOf(cluster, server.port), origin: started ? 'started' : 'adopted', close: guarded.release }

  async function tryLock(client: Client): Promise<boolean> {
    await client.query(`set application_name = '${claim} pid ${process.pid}'`)
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${ownerLock}) as locked`)
    return rows[0]?.locked === true
  }
}

/** Keeps the owner's connection; if the server dies under us (out of memory, kill -9), starts it again on the same port. */
function guard(cluster: Cluster, first: Client, port: number, claim: Claim, log: Logger) {
  let owner = first
  let released = false
  let recovering = Promise.resolve()
  const watch = (): void => {
    owner.on('error', () => undefined)
    owner.once('end', () => {
      if (released) return
      recovering = recover().catch((error: unknown) =>
        log.fatal({ err: error }, 'embedded PostgreSQL cannot be restarted'),
      )
    })
  }
  const recover = async (): Promise<void> => {
    log.error('embedded PostgreSQL went away, restarting it')
    const { server } = await ensureRunning(cluster, port)
    owner = await connect(cluster, server.port)
    await owner.query(`set application_name = '${claim} pid ${process.pid}'`)
    await owner.query(`select pg_advisory_lock(${ownerLock})`)
    watch()
    log.info('embedded PostgreSQL is back')
  }
  watch()
  return {
    release: async () => {
      released = true
      // A restart that is under way would start the server again behind our back.
      await recovering
      await stopServer(cluster)
      await owner.end().catch(() => undefined)
    },
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

/** Waits while the server recovers after a crash or is about to stop. */
async function connect(cluster: Cluster, port: number): Promise<Client> {
  const giveUpAt = performance.now() + startingUpMs
  for (;;) {
    const client = new Client({
      connectionString: addressOf(cluster, port, 'postgres'),
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
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
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = ${ownerLock} and granted`,
  )
  return rows[0]?.application_name ?? ''
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (!rowCount) await client.query(`create database ${database}`)
}

const addressOf = ({ password }: Cluster, port: number, name = database): string =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`
