import { execFile } from 'node:child_process'
import { accessSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { Explained } from '../../explained.ts'

/**
 * PostgreSQL refuses to run as root. As root we start it as another user where that user can reach the files, otherwise
 * in a user namespace in which root goes by another number, which also works inside a folder only root may enter.
 */
export interface RunAs {
  run(command: string, args: readonly string[], timeoutMs?: number): Promise<{ stdout: string; stderr: string }>
  /** Gives a file or folder to the user the server runs as. */
  own(path: string): void
}

const execute = promisify(execFile)
const plainEnvironment = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' }

/** Whoever owns the data already decides; a new cluster takes the first way that works. */
export async function chooseRunAs(dataDir: string, binary: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return asIs([])
  const owner = existsSync(dataDir) ? statSync(dataDir).uid : null
  if (owner) return asUser(ofUid(owner))
  const user = owner === null ? unprivilegedUser() : null
  if (user && (await canReach(user, [binary, nearestFolder(dataDir)]))) return asUser(user)
  if (await namespacesWork()) return asIs(namespace)
  throw new Explained(
    `PostgreSQL не можна запускати від root, а користувач без прав не має доступу до ${dataDir}. ` +
      'Запустіть Касир від звичайного користувача, вкажіть KASYR_DATA_DIR у відкритій теці або DATABASE_URL.',
  )
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

const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']

function asIs(prefix: readonly string[]): RunAs {
  return {
    run: (command, args, timeoutMs) => {
      const [program = command, ...rest] = [...prefix, command, ...args]
      return execute(program, rest, { timeout: timeoutMs ?? 120_000, env: plainEnvironment, cwd: '/' })
    },
    own: () => undefined,
  }
}

function asUser({ uid, gid }: Account): RunAs {
  return {
    run: (command, args, timeoutMs) =>
      execute(command, args, { uid, gid, timeout: timeoutMs ?? 120_000, env: plainEnvironment, cwd: '/' }),
    own: (path) => chownSync(path, uid, gid),
  }
}

async function canReach(user: Account, paths: readonly string[]): Promise<boolean> {
  try {
    for (const path of paths) await execute('/usr/bin/test', ['-x', path], { ...user, cwd: '/' })
    return true
  } catch {
    return false
  }
}

async function namespacesWork(): Promise<boolean> {
  const [program, ...args] = [...namespace, 'true']
  return execute(program, args).then(
    () => true,
    () => false,
  )
}

function nearestFolder(path: string): string {
  try {
    accessSync(path)
    return path
  } catch {
    return nearestFolder(dirname(path))
  }
}
