import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { Explained } from '../../explained.ts'
import { closePrivateFile, ensureDataFolder, readOrCreatePrivateFile, readPrivateFile } from '../../private-file.ts'
import { newId, randomSecret } from '../../random.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { layBinaries } from './lay-binaries.ts'
import { chooseRunAs, giveAll, type RunAs } from './run-as.ts'

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
/** Making a cluster, or writing a file of one line, never takes so long: what is older was left by a crash. */
const abandonedAfterMs = 10 * 60_000
const unwrittenAfterMs = 10_000

export async function prepareCluster(dataDir: string): Promise<Cluster> {
  const dir = join(dataDir, 'postgres')
  const found = await findBinaries()
  ensureDataFolder(dataDir)
  const run_as = await chooseRunAs(dir)
  const binaries = await layBinaries(found, run_as)
  takeFromRoot(dir, run_as)
  const passwordFile = join(dataDir, 'keys', 'postgres.password')
  closePrivateFile(passwordFile)
  const password = readOrCreatePrivateFile(passwordFile, () => randomSecret(24).toString('base64url')).trim()
  const cluster = { dir, password, binaries, run_as }
  if (!existsSync(join(dir, 'PG_VERSION'))) await initialise(cluster)
  return cluster
}

/**
 * Until 0.5.2 the server could run as root of the host, and the files were root's. A server that still runs so is not
 * stopped here: the process that owns it would start it again.
 */
function takeFromRoot(dir: string, run_as: RunAs): void {
  if (process.getuid?.() !== 0 || !existsSync(dir) || statSync(dir).uid !== 0) return
  const running = findRunningServer({ dir })
  if (running)
    throw new Explained(
      `Вбудована PostgreSQL у ${dir} працює від root, як у старіших версіях Касира. ` +
        `Зупиніть попередній Касир (а якщо його немає, виконайте kill -INT ${running.pid}) і запустіть знову: дані залишаться.`,
    )
  giveAll(dir, run_as)
}

/** Built aside and moved into place whole, so that a crash or a second process never leaves half a cluster. */
async function initialise({ dir, password, binaries, run_as }: Cluster): Promise<void> {
  removeAbandoned(dir)
  const draft = `${dir}.new-${newId()}`
  const passwordFile = `${draft}.password`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  for (const path of [draft, passwordFile]) run_as.own(path)
  // Opened here: the user of the database may be unable to enter the folder the file lies in.
  const stdin = openSync(passwordFile, 'r')
  try {
    const make = (at: string) => [
      ...['--pgdata', at, '--username', superuser, '--pwfile', '/dev/stdin', '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ]
    await run_as.run(draft, binaries.initdb, make, { stdin })
    renameSync(draft, dir)
  } catch (error) {
    if (!existsSync(join(dir, 'PG_VERSION'))) throw error
  } finally {
    closeSync(stdin)
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
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dir)) return true
    return readlinkSync(`/proc/${pid}/cwd`) === dir // Root starts it there when its path is closed to the server's user.
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
    // Not the zone of the machine, which has an hour twice every autumn.
    'log_timezone=UTC',
    ...['logging_collector=on', 'log_filename=%a.log', 'log_truncate_on_rotation=on', 'log_rotation_size=0'],
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  const start = (at: string) => [
    ...['start', '--wait', '--timeout=120', '--pgdata', at, '--log', join(at, 'start.log'), '-o', options],
  ]
  try {
    await run_as.run(dir, binaries.pg_ctl, start, { timeoutMs: 130_000 })
  } catch (error) {
    throw new Explained(`Не вдалося запустити вбудовану PostgreSQL у ${dir}.\n${lastLines(cluster)}`, { cause: error })
  }
}

export async function stopServer({ dir, binaries, run_as }: Cluster): Promise<void> {
  const stop = (at: string) => ['stop', '--mode=fast', '--wait', '--timeout=60', '--pgdata', at]
  await run_as.run(dir, binaries.pg_ctl, stop, { timeoutMs: 70_000 })
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
