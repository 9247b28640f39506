import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'kasyr-env-attack-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** A folder with settings that others may read. Nobody listens there: the commands come no further than to their settings. */
function settingsOf(name: string, uid: number | undefined): string {
  const place = join(folder, name)
  mkdirSync(place)
  const secrets = 'DATABASE_URL=postgres://kasyr:password@127.0.0.1:1/kasyr\nKASYR_DATA_DIR=data\n'
  writeFileSync(join(place, '.env'), secrets)
  chmodSync(join(place, '.env'), 0o644)
  if (uid !== undefined) for (const path of [place, join(place, '.env')]) chownSync(path, uid, uid)
  return place
}

function kasyrIn(cwd: string, args: readonly string[]): string {
  const env = { PATH: process.env['PATH'] }
  const { stdout, stderr } = spawnSync(process.execPath, [main, ...args], { cwd, env, encoding: 'utf8' })
  return stdout + stderr
}

describe('settings with passwords that others may read', () => {
  test('are closed by any command, which names the file once and shows nothing of it', () => {
    const place = settingsOf('own', undefined)
    const said = kasyrIn(place, ['user', 'list'])
    expect(said).toContain(`Увага: Файл ${join(place, '.env')} могли читати інші`)
    expect(said).not.toContain('password')
    expect(modeOf(join(place, '.env'))).toBe('600')
  })

  test('are among what the doctor finds', () => {
    const place = settingsOf('examined', undefined)
    expect(kasyrIn(place, ['doctor']).match(/^! \.env: .*могли читати інші.*$/gm)).toHaveLength(1)
    expect(modeOf(join(place, '.env'))).toBe('600')
  })

  describe.runIf(process.getuid?.() === 0)('and belong to another user (only root can become one)', () => {
    test('are left as they are, and told of: they may be open to us on purpose', () => {
      const place = settingsOf('of-nobody', 65_534)
      expect(kasyrIn(place, ['user', 'list']).match(/Увага: Файл .*\.env можуть читати інші/g)).toHaveLength(1)
      expect(modeOf(join(place, '.env'))).toBe('644')
    })
  })
})
