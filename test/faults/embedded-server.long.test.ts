import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBinaries } from '#/server/platform/database/embedded/binaries.ts'
import { openEmbeddedServer } from '#/server/platform/database/embedded/embedded-server.ts'
import { createLog } from '#/server/platform/log.ts'
import { readyUrl, startChild, startServe, type Child } from '../support/child-service.ts'

let folder: string
const children: Child[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kasyr-embedded-'))
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.process.kill('SIGTERM')
    await child.ended
  }
  stopWhateverRuns()
  rmSync(folder, { recursive: true, force: true })
})

/** A service has been started there once: its next start has no cluster to make and nothing to migrate. */
const used = mkdtempSync(join(tmpdir(), 'kasyr-embedded-used-'))
beforeAll(async () => {
  const first = startServe(used)
  await readyUrl(first)
  first.process.kill('SIGTERM')
  await first.ended
})
afterAll(() => rmSync(used, { recursive: true, force: true }))

/** The folder of the test becomes one in which the service has been started before. */
function useUsedFolder(): void {
  // Node copies no owners, and the server's files are not root's.
  execFileSync('cp', ['-a', `${used}/.`, folder])
}

const serve = (dataDir = folder): Child => {
  const child = startServe(dataDir)
  children.push(child)
  return child
}
const postmaster = (dataDir = folder): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
/** Undefined for a process that has ended: PostgreSQL's short workers (autovacuum) come and go between two looks. */
function procFile(pid: number, name: 'cmdline' | 'status'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined
    throw error
  }
}
const isRunning = (pid: number): boolean => (procFile(pid, 'cmdline') ?? '') !== ''

function stopWhateverRuns(): void {
  if (existsSync(join(folder, 'postgres', 'postmaster.pid'))) process.kill(postmaster(), 'SIGINT')
}

describe('the embedded PostgreSQL', () => {
  test('starts with the service, stops with it cleanly, and starts again with the data', async () => {
    const first = serve()
    const password = (await first.line(/пароль: +(\S+)/))[1]
    expect(password).toMatch(/^[a-z2-9-]{23}$/)
    expect((await fetch(`${await readyUrl(first)}/readyz`)).status).toBe(200)
    const pid = postmaster()
    first.process.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(isRunning(pid)).toBe(false)
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)

    const second = serve()
    await readyUrl(second)
    expect(second.lines.some((line) => line.includes('пароль'))).toBe(false)
  })

  test('stops cleanly when the signal comes twice at once, as Ctrl+C under npm does', async () => {
    useUsedFolder()
    const service = serve()
    await readyUrl(service)
    const pid = postmaster()
    service.process.kill('SIGINT')
    service.process.kill('SIGINT')
    expect(await service.ended).toBe(0)
    expect(isRunning(pid)).toBe(false)
  })

  test('left behind by a killed parent, is adopted by the next start', async () => {
    useUsedFolder()
    const killed = serve()
    await readyUrl(killed)
    const pid = postmaster()
    killed.process.kill('SIGKILL')
    await killed.ended
    expect(isRunning(pid)).toBe(true)
    await readyUrl(serve())
    expect(postmaster()).toBe(pid)
  })

  test('has one owner: a second service on the same folder is refused in plain words, a short command is not', async () => {
    useUsedFolder()
    const owner = serve()
    await readyUrl(owner)
    const second = serve()
    await second.line(new RegExp(`вже використовує інший процес Касира \\(pid ${owner.process.pid}\\)`))
    expect(await second.ended).toBe(1)
    const command = startChild(['server/main.ts', 'user', 'list'], { KASYR_DATA_DIR: folder })
    await command.line(/^admin .*адміністратор/)
    expect(await command.ended).toBe(0)
    expect(isRunning(postmaster())).toBe(true)
  })

  test('two first starts at the same moment: one makes the database, the other is refused', async () => {
    const [one, two] = [serve(), serve()]
    const outcomes = await Promise.all(
      [one, two].map((child) =>
        Promise.race([
          readyUrl(child).then(
            () => 'ready',
            () => 'refused',
          ),
          child.ended.then(() => 'refused'),
        ]),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['ready', 'refused'])
  })

  test('killed under a running service, is started again by it', async () => {
    useUsedFolder()
    const service = serve()
    const url = await readyUrl(service)
    process.kill(postmaster(), 'SIGKILL')
    await service.line(/embedded PostgreSQL went away/)
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  })

  test('is reachable on loopback with the generated password only, and writes to the disk before it promises; its log tells UTC', async () => {
    const server = await openEmbeddedServer(folder, 'own', createLog('silent'))
    const client = new Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query(
      "select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'password_encryption', 'log_timezone')",
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'on',
      synchronous_commit: 'on',
      password_encryption: 'scram-sha-256',
      log_timezone: 'UTC',
    })
    await client.end()
    for (const [what, change] of [
      ['a wrong password', (url: URL) => (url.password = 'wrong')],
      ['no password', (url: URL) => (url.password = '')],
    ] as const) {
      const url = new URL(server.url)
      change(url)
      const stranger = new Client({ connectionString: url.href })
      stranger.on('error', () => undefined)
      await expect(stranger.connect(), what).rejects.toThrow(/password/)
    }
    await server.close()
  })

  test('has no connection of the superuser while the service serves', async () => {
    useUsedFolder()
    await readyUrl(serve())
    const [, , , port] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    const password = readFileSync(join(folder, 'keys', 'postgres.password'), 'utf8').trim()
    const superuser = new Client({ connectionString: `postgres://kasyr:${password}@127.0.0.1:${port}/kasyr` })
    await superuser.connect()
    const { rows } = await superuser.query(`
      select r.rolname, r.rolsuper, pg_has_role(r.oid, 'kasyr', 'member') as is_owner,
        has_table_privilege(r.oid, 'audit_log', 'UPDATE, DELETE, TRUNCATE, TRIGGER') as may_change, count(*) > 3 as several
      from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
      where backend_type = 'client backend' and pid <> pg_backend_pid() group by r.oid, 1, 2`)
    await superuser.end()
    expect(rows).toEqual([
      { rolname: 'kasyr_service', rolsuper: false, is_owner: false, may_change: false, several: true },
    ])
  })

  test('does not stumble over a pid file that names another program', async () => {
    const server = await openEmbeddedServer(folder, 'own', createLog('silent'))
    const pid = postmaster()
    await server.close()
    expect(isRunning(pid)).toBe(false)
    writeFileSync(
      join(folder, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${join(folder, 'postgres')}\n1700000000\n1\n\n127.0.0.1\n`,
    )
    const again = await openEmbeddedServer(folder, 'own', createLog('silent'))
    expect(again.origin).toBe('started')
    await again.close()
  })

  test('works when install scripts were off: the library symlinks are made by the program', async () => {
    const { postgres } = await findBinaries()
    const link = join(dirname(postgres), '..', 'lib', 'libicudata.so.60')
    if (!existsSync(link)) throw new Error('the platform package has no such link: choose another one for this test')
    unlinkSync(link)
    await findBinaries()
    expect(existsSync(link)).toBe(true)
    expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toContain('PostgreSQL')
  })
})

const isRoot = process.getuid?.() === 0

describe.runIf(isRoot)('as root (only root can try this)', () => {
  const uidOf = (pid: number): number | undefined => {
    const status = procFile(pid, 'status')
    return status === undefined ? undefined : Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])
  }

  /** Of every process of the server that lives now, as the host counts. */
  const uidsOf = (dataDir: string): Set<number> => {
    const main = postmaster(dataDir)
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ').map(Number)
    const uids = [main, ...children].map(uidOf).filter((uid) => uid !== undefined)
    expect(uids.length).toBeGreaterThan(3)
    return new Set(uids)
  }

  test.each([
    ['a folder that is open to look into', 0o755, 0o711],
    ['a folder only root may enter', 0o700, 0o700],
  ])('the server runs as somebody else in %s', async (_what, before, after) => {
    chmodSync(folder, before)
    const server = await openEmbeddedServer(folder, 'own', createLog('silent'))
    expect(uidsOf(folder)).not.toContain(0)
    await server.close()
    expect(statSync(folder).mode & 0o777).toBe(after)
  })

  test('so it does in a folder under one that only root may enter, and is found again there', async () => {
    chmodSync(folder, 0o700)
    const dataDir = join(folder, 'inside')
    const server = await openEmbeddedServer(dataDir, 'own', createLog('silent'))
    expect(uidsOf(dataDir)).not.toContain(0)
    const beside = await openEmbeddedServer(dataDir, 'own-or-join', createLog('silent'))
    expect(beside.origin).toBe('joined')
    await server.close()
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
    const again = await openEmbeddedServer(dataDir, 'own', createLog('silent'))
    expect(again.origin).toBe('started')
    await again.close()
  })

  test('files that are root’s from an older version are given to the user of the database, and nothing of them is lost', async () => {
    const server = await openEmbeddedServer(folder, 'own', createLog('silent'))
    await onServer(server.url, 'create table kept (id int)')
    await server.close()
    execFileSync('chown', ['-R', '0:0', join(folder, 'postgres')])
    const again = await openEmbeddedServer(folder, 'own', createLog('silent'))
    expect(uidsOf(folder)).not.toContain(0)
    await onServer(again.url, 'insert into kept values (1)')
    await again.close()
  })
})

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
