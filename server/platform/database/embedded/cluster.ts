import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { Explained } from '../../explained.ts'
import { readOrCreatePrivateFile, readPrivateFile } from '../../private-file.ts'
import { newId, randomSecret } from '../../random.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'

/** One PostgreSQL data directory of ours: made once, started and stopped by pg_ctl, reachable on loopback only. */
export interface Cluster {
  dir: string
  password: string
  binaries: Binaries
  run_as: RunAs
}

export interface RunningServer {
  pid: number
  port: number
}

export const superuser = 'kasyr'
/** Nobody works this long on a new cluster, or on writing a file of one line: what is older was left by a crash. */
const abandonedAfterMs = 10 * 60_000
const unwrittenAfterMs = 10_000

export async function prepareCluster(dataDir: string): Promise<Cluster> {
  const dir = join(dataDir, 'postgres')
  const binaries = await findBinaries()
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const run_as = await chooseRunAs(dir, binaries.postgres)
  const passwordFile = join(dataDir, 'keys', 'postgres.password')
  const password = readOrCreatePrivateFile(passwordFile, () => randomSecret(24).toString('base64url')).trim()
  const cluster = { dir, password, binaries, run_as }
  if (!existsSync(join(dir, 'PG_VERSION'))) await initialise(cluster)
  return cluster
}

/** Built aside and moved into place whole, so that a crash or a second process never leaves half a cluster. */
async function initialise({ dir, password, binaries, run_as }: Cluster): Promise<void> {
  removeAbandoned(dir)
  const draft = `${dir}.new-${newId()}`
  const passwordFile = `${draft}.password`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  run_as.own(draft)
  run_as.own(passwordFile)
  try {
    await run_as.run(binaries.initdb, [
      ...['--pgdata', draft, '--username', superuser, '--pwfile', passwordFile, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ])
    renameSync(draft, dir)
  } catch (error) {
    if (!existsSync(join(dir, 'PG_VERSION'))) throw error
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/** What a crash left behind, but never what another first start is making in this very moment. */
function removeAbandoned(dir: string): void {
  for (const name of readdirSync(dirname(dir)).filter((each) => each.startsWith(`${basename(dir)}.new-`))) {
    const path = join(dirname(dir), name)
    if (ageOf(path) > abandonedAfterMs) rmSync(path, { recursive: true, force: true })
  }
}

/** What is no longer there has no age. */
function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? Date.now() - found.mtimeMs : 0
}

/** The server that runs on this directory now, if any: started by us, or left behind when our process was killed. */
export function findRunningServer({ dir }: Pick<Cluster, 'dir'>): RunningServer | null {
  const file = join(dir, 'postmaster.pid')
  const content = readPrivateFile(file)
  if (content === undefined) return null
  const lines = content.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  // PostgreSQL makes the file and then writes it: a young one without a number belongs to a server that is starting.
  if (!pid && ageOf(file) < unwrittenAfterMs) return null
  if (!isServerOf(pid, dir)) {
    // After a crash another program may carry the old number, and PostgreSQL would then refuse to start for ever.
    if (readPrivateFile(file) === content) rmSync(file, { force: true })
    return null
  }
  return port ? { pid, port } : null
}

function isServerOf(pid: number, dir: string): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  if (process.platform !== 'linux') return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dir)
  } catch {
    return false
  }
}

export async function startServer(cluster: Cluster, port: number): Promise<void> {
  const { dir, binaries, run_as } = cluster
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=on',
    'max_connections=100',
    ...['logging_collector=on', 'log_filename=%a.log', 'log_truncate_on_rotation=on', 'log_rotation_size=0'],
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  const start = ['start', '--wait', '--timeout=120', '--pgdata', dir, '--log', join(dir, 'start.log'), '-o', options]
  try {
    await run_as.run(binaries.pg_ctl, start, 130_000)
  } catch (error) {
    throw new Explained(`Не вдалося запустити вбудовану PostgreSQL у ${dir}.\n${lastLines(cluster)}`, { cause: error })
  }
}

export async function stopServer({ dir, binaries, run_as }: Cluster): Promise<void> {
  await run_as.run(binaries.pg_ctl, ['stop', '--mode=fast', '--wait', '--timeout=60', '--pgdata', dir], 70_000)
}

/** The words PostgreSQL left when it did not start. */
export function lastLines({ dir }: Pick<Cluster, 'dir'>): string {
  const logs = [
    join(dir, 'start.log'),
    ...(existsSync(join(dir, 'log')) ? readdirSync(join(dir, 'log')).map((name) => join(dir, 'log', name)) : []),
  ]
  return logs
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').trimEnd().split('\n').slice(-5))
    .join('\n')
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
