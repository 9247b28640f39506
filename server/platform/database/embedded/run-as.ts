import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Explained } from '../../explained.ts'

/** PostgreSQL never runs as root of the host: what breaks out of it would own the machine. Root starts it as another user. */
export interface RunAs {
  /** Runs a program on a data directory. `args` gets the name under which that program can reach the directory. */
  run(dir: string, command: string, args: (dir: string) => readonly string[], options?: Options): Promise<void>
  /** Gives a file or folder to the user the server runs as. */
  own(path: string): void
  /** Whether that user may do with a path what `test` asks: `-x` run it, `-r` read it. */
  can(condition: readonly string[]): Promise<boolean>
}

interface Options {
  timeoutMs?: number
  /** A file that is open already: the program reads it as its standard input. */
  stdin?: number
}

const plainEnvironment = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' }

/** The owner of the data, if it is not root, runs the server; a new cluster gets an account without rights. */
export async function chooseRunAs(dir: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return asIs()
  const owner = existsSync(dir) ? statSync(dir).uid : 0
  const account = owner === 0 ? unprivilegedUser() : ofUid(owner)
  const folder = nearestFolder(dir)
  if (account && (await can(account, '/', ['-x', folder]))) return asUser(account, false)
  if (account && (await can(account, folder, ['-d', here]))) return asUser(account, true)
  throw new Explained(
    `PostgreSQL не можна запускати від root, а користувач без прав не має доступу до ${account ? folder : '/etc/passwd'}. ` +
      'Запустіть Касир від звичайного користувача або вкажіть DATABASE_URL.',
  )
}

/** Everything in a folder changes its owner; links are not followed. The folder itself comes last, so that a crash is made good. */
export function giveAll(folder: string, run_as: RunAs): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) giveAll(join(folder, entry.name), run_as)
    else run_as.own(join(folder, entry.name))
  }
  run_as.own(folder)
}

interface Account {
  uid: number
  gid: number
}

/** initdb wants an account that has a name. */
function unprivilegedUser(): Account | null {
  return account((fields) => fields[0] === 'postgres') ?? account((fields) => fields[0] === 'nobody')
}

const ofUid = (uid: number): Account => account((fields) => Number(fields[2]) === uid) ?? { uid, gid: uid }

function account(matches: (fields: string[]) => boolean): Account | null {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((candidate) => candidate.length >= 7 && matches(candidate))
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : null
}

const asIs = (): RunAs => ({
  run: (dir, command, args, options) => execute(command, args(dir), { cwd: '/' }, options),
  own: () => undefined,
  can: () => Promise.resolve(true),
})

/** A process reaches the folder it was started in by this name, whatever folders lie above it. */
const here = '/proc/self/cwd'

/** `isClosed`: the folder is under one that only root may enter. Node enters it as root and only then becomes the other user. */
const asUser = (user: Account, isClosed: boolean): RunAs => ({
  run: (dir, command, args, options) =>
    execute(command, args(isClosed ? here : dir), { ...user, cwd: isClosed ? dir : '/' }, options),
  own: (path) => lchownSync(path, user.uid, user.gid),
  can: (condition) => can(user, '/', condition),
})

async function execute(
  command: string,
  args: readonly string[],
  place: Partial<Account> & { cwd: string },
  { timeoutMs = 120_000, stdin }: Options = {},
): Promise<void> {
  const child = spawn(command, args, {
    ...place,
    env: plainEnvironment,
    timeout: timeoutMs,
    stdio: [stdin ?? 'ignore', 'ignore', 'pipe'],
  })
  const said = child.stderr ? text(child.stderr) : ''
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${await said}`)
}

const can = (user: Account, cwd: string, condition: readonly string[]): Promise<boolean> =>
  execute('/usr/bin/test', condition, { ...user, cwd }).then(
    () => true,
    () => false,
  )

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)))
