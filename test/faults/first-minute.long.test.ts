import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { cloneInto, closedFolder, processesIn, run, start, type Newcomer } from './newcomer.ts'

/**
 * The first minute of a newcomer, whoever they are and wherever they put the clone: the commands of the README, nothing else.
 * What was not committed is not in a clone.
 */
const isRoot = process.getuid?.() === 0
const nobody = 65_534
// Not TMPDIR: it may be closed to all but us. On a disk, for half a gigabyte of packages.
const world = mkdtempSync('/var/tmp/kasyr-places-')
chmodSync(world, 0o711)
afterAll(() => rmSync(world, { recursive: true, force: true }))

const works = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { cwd: '/', timeout: 60_000 }).status === 0
const hasTerminal = works('script', '-qec', 'true', '/dev/null')
const canMount = isRoot && works('unshare', '-m', 'mount', '-t', 'tmpfs', '-o', 'ro', 'none', world)
const canDownload = works('npm', 'view', 'zod', 'version', '--fetch-retries=0', '--fetch-timeout=20000')

const readOnlyHome = join(world, 'home')
mkdirSync(readOnlyHome)
chmodSync(readOnlyHome, 0o555)
/** Root writes anywhere but on a read-only disk. */
const mounted = ['unshare', '-m', 'sh', '-c', 'mount -t tmpfs -o ro none "$0"; exec "$@"', readOnlyHome]

interface Place {
  name: string
  folder: string
  uid: number | undefined
  umask: string
  home: 'its own' | 'read-only'
  packages: 'install' | 'copy'
}

const places: Place[] = [
  { name: 'root’s home', folder: 'root/kasyr', uid: 0, umask: '022', home: 'its own', packages: 'copy' },
  {
    name: 'a closed folder of root with blanks and Cyrillic letters, under umask 077, with a read-only home',
    folder: 'root-2/моя каса 1',
    uid: 0,
    umask: '077',
    home: 'read-only',
    packages: 'install',
  },
  {
    name: 'a closed folder of an ordinary user',
    folder: 'user/kasyr',
    uid: nobody,
    umask: '022',
    home: 'its own',
    packages: 'copy',
  },
  {
    name: 'a closed folder of an ordinary user with blanks and Cyrillic letters, under umask 077, with a read-only home',
    folder: 'user-2/моя каса 1',
    uid: nobody,
    umask: '077',
    home: 'read-only',
    packages: 'copy',
  },
]

const newcomerAt = ({ uid, umask, home }: Place, closed: string): Newcomer => ({
  // Who is not root is the ordinary user.
  uid: isRoot && uid !== 0 ? uid : undefined,
  umask,
  before: home === 'read-only' && isRoot && uid === 0 ? mounted : [],
  environment: {
    HOME: home === 'read-only' ? readOnlyHome : closed,
    TMPDIR: join(closed, 'tmp'),
    // Root's usual one is that of the machine's own service.
    KASYR_DATA_DIR: join(closed, 'data'),
  },
})

/** Why a place cannot be tried on this machine; null: it can. */
function whyNot({ uid, home }: Place): string | null {
  if (uid === 0 && !isRoot) return 'only root can be root'
  if (uid === 0 && home === 'read-only' && !canMount) return 'nothing may be mounted here'
  if (uid !== 0 && isRoot && !works('runuser', '-u', 'nobody', '--', 'npm', '--version'))
    return 'an ordinary user has no npm here'
  return null
}

const isRootsAlone = (path: string): boolean => statSync(path).uid === 0 && (statSync(path).mode & 0o022) === 0

describe.each(places)('in $name', (place) => {
  const lacking = whyNot(place)
  const packages = canDownload ? place.packages : 'copy'
  const how = place.packages === packages ? '' : ' (with packages that were there: the registry cannot be reached)'
  const closed = join(world, place.folder.split('/')[0] ?? '')
  const folder = join(world, place.folder)
  const who = newcomerAt(place, closed)
  afterAll(() => rmSync(closed, { recursive: true, force: true }))

  async function startAndStop(isTerminal: boolean): Promise<void> {
    const started = await start(who, folder, isTerminal)
    try {
      process.stdout.write(
        `${place.name}, ${isTerminal ? 'at a' : 'without a'} terminal: ${started.seconds.toFixed(1)} s\n`,
      )
      expect((await fetch(`${started.url}/healthz`)).status).toBe(200)
      const servers = processesIn(closed).filter(({ program }) => program.endsWith('/postgres'))
      expect(servers.length).toBeGreaterThan(0)
      expect(servers.filter(({ uid }) => uid === 0)).toEqual([])
      for (const { program } of place.uid === 0 ? servers : [])
        for (const path of [program, join(program, '..'), join(program, '..', '..'), join(program, '..', '..', '..')])
          expect(isRootsAlone(path), path).toBe(true)
    } finally {
      await started.stop()
    }
  }

  test.skipIf(lacking !== null)(
    `the first npm start is ready, runs PostgreSQL as no root, and stops${how}${lacking === null ? '' : `: ${lacking}`}`,
    async () => {
      closedFolder(closed, who)
      closedFolder(join(closed, 'tmp'), who)
      cloneInto(folder, who, packages)
      await startAndStop(false)
      expect(processesIn(closed)).toEqual([])
    },
  )

  test.skipIf(lacking !== null || !hasTerminal)(
    `so does npm start at a terminal, and ends with Ctrl-C${hasTerminal ? '' : ': there is no script to make one'}`,
    async () => {
      await startAndStop(true)
      expect(processesIn(closed)).toEqual([])
    },
  )

  test.skipIf(lacking !== null)('a part of npm test is green', async () => {
    const { code, said } = await run(who, folder, [
      'npm',
      'test',
      '--',
      '--project',
      'service',
      'server/platform/settings',
    ])
    expect(said).toMatch(/\n[1-9]\d* passed, 0 failed\n/)
    expect(code).toBe(0)
    expect(processesIn(closed)).toEqual([])
  })
})
