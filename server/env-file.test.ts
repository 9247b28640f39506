import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { describeOpenEnvFile, readEnvFile } from './env-file.ts'

const root = mkdtempSync(join(tmpdir(), 'kasyr-env-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let made = 0
function aFolder(mode: number, text = 'KASYR_PORT=9001\n'): string {
  const folder = join(root, String((made += 1)))
  mkdirSync(folder)
  writeFileSync(join(folder, '.env'), text)
  chmodSync(join(folder, '.env'), mode)
  return folder
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('the file .env', () => {
  test.each([0o644, 0o640, 0o604, 0o666, 0o620])(
    'with the mode %o is closed to others when the settings are read',
    (mode) => {
      const folder = aFolder(mode)
      expect(readConfig({}, folder).port).toBe(9001)
      expect(modeOf(join(folder, '.env'))).toBe('600')
    },
  )

  test('that was open is told of once, by name', () => {
    const folder = aFolder(0o644)
    expect(describeOpenEnvFile(readEnvFile(folder))).toContain(`Файл ${join(folder, '.env')} могли читати інші`)
    expect(describeOpenEnvFile(readEnvFile(folder))).toBeNull()
  })

  test.each([0o600, 0o400])('with the mode %o is left as it is, and nothing is said', (mode) => {
    const folder = aFolder(mode)
    expect(readEnvFile(folder)).toMatchObject({ others: 'nothing', variables: { KASYR_PORT: '9001' } })
    expect(modeOf(join(folder, '.env'))).toBe(mode.toString(8))
  })

  test('behind a link is read and left as it is, and told of', () => {
    const folder = join(root, 'linking')
    const shared = join(aFolder(0o644), '.env')
    mkdirSync(folder)
    symlinkSync(shared, join(folder, '.env'))
    const found = readEnvFile(folder)
    expect(found).toMatchObject({ others: 'open', variables: { KASYR_PORT: '9001' } })
    expect(describeOpenEnvFile(found)).toMatch(/linking\/\.env можуть читати інші.*chmod 600/)
    expect(modeOf(shared)).toBe('644')
    expect(readConfig({}, folder).port).toBe(9001)
  })

  test('that leads nowhere is told of, and a folder of that name is none', () => {
    const folder = join(root, 'lost')
    mkdirSync(folder)
    symlinkSync(join(root, 'nothing'), join(folder, '.env'))
    expect(() => readConfig({}, folder)).toThrow(/lost\/\.env прочитати не вдалося/)
    rmSync(join(folder, '.env'))
    expect(readEnvFile(folder)).toBeNull()
    mkdirSync(join(folder, '.env'))
    expect(readEnvFile(folder)).toBeNull()
  })
})
