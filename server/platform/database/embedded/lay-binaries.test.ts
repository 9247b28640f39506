import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inFolder, type Binaries } from './binaries.ts'
import { layBinaries } from './lay-binaries.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)
const twentyMinutesAgo = Date.now() / 1000 - 20 * 60

/** Everywhere else the server runs as whoever started it, who reads the files anyway. */
describe.runIf(process.getuid?.() === 0)('the binaries of PostgreSQL, where root starts it', () => {
  let world: string
  let place: string
  let run_as: RunAs
  let closed: Binaries
  beforeEach(async () => {
    // Not TMPDIR, which may be closed itself.
    world = mkdtempSync('/tmp/kasyr-laying-')
    chmodSync(world, 0o755)
    place = folderFor('place')
    run_as = await chooseRunAs(join(world, 'data'))
    closed = packageIn(join(world, 'home'))
  })
  afterEach(() => rmSync(world, { recursive: true, force: true }))

  function folderFor(name: string, mode = 0o755): string {
    mkdirSync(join(world, name))
    chmodSync(join(world, name), mode)
    return join(world, name)
  }

  /** As npm leaves it under umask 077. */
  function packageIn(folder: string, version = '18.4.0'): Binaries {
    for (const path of ['', 'bin', 'lib', 'share', 'share/postgresql']) mkdirSync(join(folder, path), { mode: 0o700 })
    for (const name of ['postgres', 'initdb', 'pg_ctl'])
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho ${name} ${version}\n`, { mode: 0o700 })
    writeFileSync(join(folder, 'share', 'postgresql', 'postgres.bki'), 'catalogue', { mode: 0o600 })
    writeFileSync(join(folder, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 })
    symlinkSync('libpq.so.5.18', join(folder, 'lib', 'libpq.so.5'))
    return inFolder(folder, version)
  }

  const lay = (places: readonly string[] = [place]): Promise<Binaries> => layBinaries(closed, run_as, places)
  const shelf = (): string[] => readdirSync(join(place, 'kasyr-postgresql'))

  test('are those of the package where the user of the server reaches them, and nothing is laid', async () => {
    const open = inFolder(closed.folder, closed.version)
    for (const path of ['', 'bin', 'lib', 'share', 'share/postgresql', 'bin/postgres', 'share/postgresql/postgres.bki'])
      chmodSync(join(open.folder, path), 0o755)
    expect(await layBinaries(open, run_as, [place])).toEqual(open)
    expect(readdirSync(place)).toEqual([])
  })

  test('are laid by version and content where they are closed to that user: all may read them, root alone may write', async () => {
    const laid = await lay()
    expect(laid.folder).toMatch(/\/place\/kasyr-postgresql\/18\.4\.0-[0-9a-f]{16}$/)
    for (const path of ['', 'bin', 'lib', 'share/postgresql', 'bin/postgres', 'bin/initdb', 'bin/pg_ctl'])
      expect(modeOf(join(laid.folder, path)), path).toBe('755')
    expect(modeOf(join(laid.folder, 'lib/libpq.so.5.18'))).toBe('644')
    expect(readlinkSync(join(laid.folder, 'lib/libpq.so.5'))).toBe('libpq.so.5.18')
    expect(statSync(laid.postgres)).toMatchObject({ uid: 0, gid: 0, nlink: 1 })
    expect(await run_as.can(['-x', laid.postgres])).toBe(true)
    for (const path of [laid.postgres, laid.folder, join(laid.folder, 'bin'), join(place, 'kasyr-postgresql')])
      expect(await run_as.can(['-w', path]), path).toBe(false)
    expect(modeOf(closed.postgres)).toBe('700')
  })

  test('are laid so under umask 077 too', async () => {
    const before = process.umask(0o077)
    try {
      expect(await run_as.can(['-x', (await lay()).postgres])).toBe(true)
    } finally {
      process.umask(before)
    }
  })

  test('are laid once, and beside them those of another content', async () => {
    const first = await lay()
    const made = statSync(first.postgres)
    expect(await lay()).toEqual(first)
    expect(statSync(first.postgres)).toMatchObject({ ino: made.ino, ctimeMs: made.ctimeMs })
    writeFileSync(closed.postgres, '#!/bin/sh\necho patched\n')
    expect((await lay()).folder).not.toBe(first.folder)
    expect(shelf()).toHaveLength(2)
  })

  test.each([
    ['of which a file lost its bytes', (laid: Binaries) => truncateSync(laid.postgres, 0)],
    ['of which a file is gone', (laid: Binaries) => rmSync(join(laid.folder, 'lib', 'libpq.so.5.18'))],
    ['of which a file belongs to another user', (laid: Binaries) => chownSync(laid.initdb, 65_534, 65_534)],
    ['into which others may write', (laid: Binaries) => chmodSync(join(laid.folder, 'bin'), 0o777)],
    ['with a file that does not belong', (laid: Binaries) => writeFileSync(join(laid.folder, 'lib', 'evil.so'), '')],
  ])('a copy %s is not run but laid anew', async (_what, spoil) => {
    const first = await lay()
    spoil(first)
    const again = await lay()
    expect(again).toEqual(first)
    expect(readFileSync(again.postgres, 'utf8')).toContain('postgres 18.4.0')
    expect(statSync(again.initdb).uid).toBe(0)
    expect(modeOf(join(again.folder, 'bin'))).toBe('755')
    expect(readdirSync(join(again.folder, 'lib'))).toEqual(['libpq.so.5', 'libpq.so.5.18'])
  })

  test.each([
    ['that cannot be written', () => '/proc'],
    ['that is not there', () => join(world, 'nowhere')],
    ['that others may change', () => folderFor('shared', 0o777)],
    ['under a folder of another user', () => (chownSync(folderFor('theirs'), 65_534, 65_534), join(world, 'theirs'))],
    ['that is closed to the user of the server', () => folderFor('shut', 0o700)],
    [
      'where another user made the folder before us',
      () => {
        const folder = join(folderFor('sticky', 0o1777), 'kasyr-postgresql')
        mkdirSync(folder)
        chownSync(folder, 65_534, 65_534)
        return join(world, 'sticky')
      },
    ],
    [
      'where another user put a link before us',
      () => (
        symlinkSync(folderFor('aim'), join(folderFor('sticky', 0o1777), 'kasyr-postgresql')),
        join(world, 'sticky')
      ),
    ],
  ])('a place %s is passed over for the next', async (_what, make) => {
    const bad = make()
    expect((await lay([bad, place])).folder).toContain(join(place, 'kasyr-postgresql'))
    const refused = await lay([bad]).catch(String)
    expect(refused).toContain(closed.postgres)
    expect(refused).toContain(join(bad, 'kasyr-postgresql'))
    expect(existsSync(join(world, 'aim')) ? readdirSync(join(world, 'aim')) : []).toEqual([])
  })

  test('are whole for every one of several processes that lay them at once: what one has, no other replaces, and no draft is left', async () => {
    writeFileSync(join(closed.folder, 'lib', 'libicudata.so'), Buffer.alloc(64 * 1024 * 1024), { mode: 0o600 })
    const program = `
      import { statSync } from 'node:fs'
      import { layBinaries } from ${JSON.stringify(join(import.meta.dirname, 'lay-binaries.ts'))}
      import { chooseRunAs } from ${JSON.stringify(join(import.meta.dirname, 'run-as.ts'))}
      const run_as = await chooseRunAs(${JSON.stringify(join(world, 'data'))})
      const laid = await layBinaries(${JSON.stringify(closed)}, run_as, [${JSON.stringify(place)}])
      await run_as.run('/', laid.postgres, () => [])
      console.log(JSON.stringify([laid.postgres, statSync(laid.folder).ino]))`
    const children = Array.from({ length: 8 }, () =>
      spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] }),
    )
    const said = await Promise.all(children.map(({ stdout }) => text(stdout)))
    expect(new Set(said).size).toBe(1)
    expect(shelf()).toHaveLength(1)
    const { postgres, folder } = await lay()
    expect(JSON.parse(said[0] ?? '')).toEqual([postgres, statSync(folder).ino])
  })

  test('of other versions are removed when nobody has chosen them of late and no server runs from them; drafts too', async () => {
    const mine = (await lay()).folder.split('/').at(-1) ?? ''
    const leave = (name: string, isOld: boolean): string => {
      const folder = join(place, 'kasyr-postgresql', name)
      mkdirSync(join(folder, 'bin'), { recursive: true })
      copyFileSync('/bin/sleep', join(folder, 'bin', 'postgres'))
      if (isOld) utimesSync(folder, twentyMinutesAgo, twentyMinutesAgo)
      return folder
    }
    leave('17.1.0-old', true)
    leave('17.2.0-young', false)
    leave('17.3.0-x.new-1', true)
    const running = leave('17.4.0-running', true)
    const child = spawn(join(running, 'bin', 'postgres'), ['600'], { stdio: 'ignore' })
    await once(child, 'spawn')
    try {
      await lay()
      expect(shelf().toSorted()).toEqual(['17.2.0-young', '17.4.0-running', mine])
    } finally {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    await lay()
    expect(shelf().toSorted()).toEqual(['17.2.0-young', mine])
  })
})
