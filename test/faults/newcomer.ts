import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from '#/server/platform/database/embedded/cluster.ts'
import { patience } from '#/test/support/patience.ts'

const root = join(import.meta.dirname, '..', '..')

/** A person at a fresh clone: their account, how their files are made, what they can write. */
export interface Newcomer {
  /** Undefined: the account that runs the test. */
  uid: number | undefined
  umask: string
  /** A program that makes the place what it is, before the one that is meant. */
  before: readonly string[]
  environment: Record<string, string>
}

export interface Ran {
  code: number | null
  said: string
}

/** A newcomer has the Node and the npm of the machine, not ours, and none of what the run of these tests has set. */
const theirPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)
const ofTheMachine = Object.entries(process.env).filter(([name]) =>
  /^(LANG|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i.test(name),
)

/** At a terminal of its own, or with plain pipes. */
function begin(who: Newcomer, folder: string, words: readonly string[], isTerminal = false): ChildProcess {
  const command = ['sh', '-c', `umask ${who.umask}; exec "$@"`, 'sh', ...who.before, ...words]
  const [program = '', ...args] = isTerminal ? ['script', '-qefc', command.map(quoted).join(' '), '/dev/null'] : command
  return spawn(program, args, {
    cwd: folder,
    env: { ...Object.fromEntries(ofTheMachine), PATH: theirPath, TERM: 'xterm', SHELL: '/bin/sh', ...who.environment },
    stdio: 'pipe',
    ...(who.uid === undefined ? {} : { uid: who.uid, gid: who.uid }),
  })
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

export async function run(who: Newcomer, folder: string, words: readonly string[]): Promise<Ran> {
  const child = begin(who, folder, words)
  const heard = hear(child)
  const [code]: (number | null)[] = await once(child, 'close')
  return { code: code ?? null, said: heard.text() }
}

function hear(child: ChildProcess): { text: () => string } {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  return { text: () => text }
}

export interface Started {
  said: () => string
  /** Which answers by now. */
  url: string
  seconds: number
  /** Ctrl-C at a terminal, otherwise the signal of a supervisor to the one process it knows. */
  stop: () => Promise<number | null>
}

/** `npm start` until it has said that it is ready. */
export async function start(who: Newcomer, folder: string, isTerminal: boolean): Promise<Started> {
  const port = await freePort()
  const began = performance.now()
  const child = begin(
    { ...who, environment: { ...who.environment, KASYR_PORT: String(port) } },
    folder,
    ['npm', 'start'],
    isTerminal,
  )
  const heard = hear(child)
  const closed = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  const ready = new RegExp(String.raw`готов[\s\S]*http://\S*:${port}`)
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => fail('has not said that it is ready'), patience(400_000))
    const fail = (why: string) => (clearTimeout(late), reject(new Error(`npm start ${why}:\n${heard.text()}`)))
    const look = () => ready.test(heard.text()) && (clearTimeout(late), resolve())
    child.stdout?.on('data', look)
    void closed.then(() => fail('ended'))
  })
  return {
    said: heard.text,
    url: `http://127.0.0.1:${port}`,
    seconds: (performance.now() - began) / 1000,
    stop: () => {
      if (isTerminal) child.stdin?.write('\u0003')
      else child.kill('SIGTERM')
      return closed
    },
  }
}

/** A clone of what is committed, in the name of its newcomer; with the packages of this one unless they are to install their own. */
export function cloneInto(folder: string, who: Newcomer, packages: 'install' | 'copy'): void {
  must('git', ['-c', 'safe.directory=*', 'clone', '--quiet', '--no-hardlinks', root, folder])
  if (packages === 'copy') {
    must('cp', ['-R', '--preserve=links,mode', join(root, 'node_modules'), join(folder, 'node_modules')])
    cpSync(join(root, 'dashboard', 'dist'), join(folder, 'dashboard', 'dist'), { recursive: true })
  }
  if (who.umask === '077') must('chmod', ['-R', 'go-rwx', folder])
  if (who.uid !== undefined) must('chown', ['-R', `${who.uid}:${who.uid}`, folder])
}

/** A folder that only its owner may enter. */
export function closedFolder(path: string, who: Pick<Newcomer, 'uid'>): string {
  mkdirSync(path)
  chmodSync(path, 0o700)
  if (who.uid !== undefined) must('chown', [`${who.uid}:${who.uid}`, path])
  return path
}

function must(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}

export interface Process {
  pid: number
  uid: number
  program: string
}

/** The processes that work in a folder, or have it in their command line. */
export const processesIn = (folder: string): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const cwd = quietly(() => readlinkSync(`/proc/${pid}/cwd`))
      const words = quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      if (!cwd.startsWith(folder) && !words.includes(folder)) return []
      const uid = /^Uid:\s+(\d+)/m.exec(quietly(() => readFileSync(`/proc/${pid}/status`, 'utf8')))?.[1]
      return [{ pid: Number(pid), uid: Number(uid), program: quietly(() => readlinkSync(`/proc/${pid}/exe`)) }]
    })

/** A process may end while it is looked at. */
function quietly(look: () => string): string {
  try {
    return look()
  } catch {
    return ''
  }
}
