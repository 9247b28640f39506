import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '#/server/config.ts'
import { startContext } from '#/server/start-context.ts'
import { createLog } from '#/server/platform/log.ts'
import { closeFolder } from '#/server/platform/private-file.ts'
import { runKasyr } from '#/test/support/command-line.ts'
import { copyTemplate } from '#/test/support/template-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'kasyr-modes-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777

/** Every file below a folder, with its mode. */
const filesIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

async function start(dataDir: string): Promise<string> {
  const said: string[] = []
  const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => (said.push(chunk.toString()), done()) })
  const DATABASE_URL = await copyTemplate(inject('server_url'), inject('template'))
  const config = readConfig({ DATABASE_URL, KASYR_DATA_DIR: dataDir }, folder)
  const running = await startContext({ config, claim: 'own', background: [], log: createLog('warn', sink) })
  await running.close()
  // What is said of the addresses is another test's.
  return said.filter((line) => !line.includes('"setting"')).join('')
}

describe('the data folder', () => {
  test('of a first start with the embedded database shows nobody its list, and every file in it is for its owner alone', async () => {
    const dataDir = join(folder, 'first')
    expect((await runKasyr(['user', 'add', 'olena'], { DATABASE_URL: '', KASYR_DATA_DIR: dataDir })).code).toBe(0)
    expect(modeOf(dataDir)).toBe(0o711)
    expect(modeOf(join(dataDir, 'keys'))).toBe(0o700)
    expect(modeOf(join(dataDir, 'postgres'))).toBe(0o700)
    expect(filesIn(dataDir).filter((path) => (modeOf(path) & 0o077) !== 0)).toEqual([])
    expect(filesIn(join(dataDir, 'keys'))).toHaveLength(3)
  })

  test('that others may list is closed to them at the next start, and a closed one is not opened', async () => {
    for (const [before, after] of [
      [0o777, 0o711],
      [0o755, 0o711],
      [0o750, 0o710],
      [0o700, 0o700],
    ] as const) {
      const dataDir = join(folder, before.toString(8))
      mkdirSync(dataDir)
      chmodSync(dataDir, before)
      await start(dataDir)
      expect(modeOf(dataDir).toString(8)).toBe(after.toString(8))
    }
  })

  test('that many users share stays theirs', () => {
    const shared = join(folder, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    closeFolder(shared, 0o711)
    expect(modeOf(shared)).toBe(0o777)
  })
})

test('a key file that others could read is closed at the start and named in the log, and so is the folder of the keys', async () => {
  const dataDir = join(folder, 'open-keys')
  await start(dataDir)
  const keys = join(dataDir, 'keys')
  writeFileSync(join(keys, 'postgres.password'), 'a password', { mode: 0o600 })
  const names = ['encryption.keys', 'token.keys', 'postgres.password']
  expect(await start(dataDir)).toBe('')
  chmodSync(keys, 0o755)
  for (const [index, name] of names.entries()) chmodSync(join(keys, name), [0o644, 0o640, 0o606][index] ?? 0)
  const said = await start(dataDir)
  expect(modeOf(keys)).toBe(0o700)
  for (const name of names) {
    expect(modeOf(join(keys, name)), name).toBe(0o600)
    expect(said).toContain(join(keys, name))
  }
  expect(await start(dataDir)).toBe('')
})

const nobody = 65_534
/** A clone in a folder that only root may enter is closed to everybody else, our Node included. */
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync('test', ['-x', process.execPath], { uid: nobody, gid: nobody, cwd: '/' }).status === 0

describe.runIf(canBeNobody)(
  'as an ordinary user (only root can become one, and only where that user reaches the clone)',
  () => {
    /** What a process of that user is told, or that it went well. */
    const readAsNobody = (path: string): string => {
      const module = join(import.meta.dirname, '..', '..', 'server', 'platform', 'encryption', 'keyring.ts')
      const program = `
      import { loadOrCreateKeyring } from ${JSON.stringify(module)}
      try { loadOrCreateKeyring(${JSON.stringify(path)}); console.log('read') } catch (error) { console.log(error.message) }`
      const args = ['--input-type=module', '--eval', program]
      return execFileSync(process.execPath, args, { uid: nobody, gid: nobody, encoding: 'utf8', cwd: '/' }).trim()
    }
    const aKey = `k1:${Buffer.alloc(32, 'ab1').toString('base64')}\n`

    test.each([
      ['its own open file is closed and read', nobody, 0o644, /^read$/, 0o600],
      [
        'an open file of somebody else is refused by name',
        0,
        0o644,
        /foreign-open\.keys можуть читати інші.*uid 0/,
        0o644,
      ],
      [
        'a closed file of somebody else is refused by name',
        0,
        0o600,
        /foreign-closed\.keys прочитати не вдалося/,
        0o600,
      ],
    ])('%s', (_what, uid, mode, words, after) => {
      const name = uid === nobody ? 'own' : mode === 0o600 ? 'foreign-closed' : 'foreign-open'
      const path = join(folder, `${name}.keys`)
      writeFileSync(path, aKey)
      chownSync(path, uid, uid)
      chmodSync(path, mode)
      expect(readAsNobody(path)).toMatch(words)
      expect(modeOf(path)).toBe(after)
    })
  },
)
