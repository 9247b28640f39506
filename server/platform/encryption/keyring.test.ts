import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { loadOrCreateKeyring, parseKeyring } from './keyring.ts'
import { randomSecret } from '../random.ts'

const folder = mkdtempSync(join(tmpdir(), 'kasyr-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = randomSecret(32)
const written = secret.toString('base64')

describe('keys given by the operator', () => {
  test('are read in their order: the first writes, all read', () => {
    const other = randomSecret(32)
    expect(parseKeyring(`new:${written}, old:${other.toString('base64')}`)).toEqual([
      { kid: 'new', secret },
      { kid: 'old', secret: other },
    ])
  })

  test.each([
    ['nothing', '', 'очікується kid:base64'],
    ['no name', written, 'очікується kid:base64'],
    ['a short key without a name', written.slice(0, 20).replace(/\W/g, 'x'), 'очікується kid:base64'],
    ['a name with a space', `my key:${written}`, 'очікується kid:base64'],
    ['a name that is too long', `${'k'.repeat(33)}:${written}`, 'очікується kid:base64'],
    ['one colon too many', `k1:${written}:x`, 'очікується kid:base64'],
    ['a comma at the end', `k1:${written},`, 'очікується kid:base64'],
    ['no key', 'k1:', 'ключ «k1» має бути рівно 32 байти'],
    ['a short key', `k1:${randomSecret(31).toString('base64')}`, 'ключ «k1» має бути рівно 32 байти'],
    ['a long key', `k1:${randomSecret(33).toString('base64')}`, 'ключ «k1» має бути рівно 32 байти'],
    ['a key with a foreign character in it', `k1:*${written}`, 'ключ «k1» має бути рівно 32 байти'],
    ['a key in hexadecimal', `k1:${secret.toString('hex')}`, 'ключ «k1» має бути рівно 32 байти'],
    ['a key of zeros', `k1:${Buffer.alloc(32).toString('base64')}`, 'ключ «k1» не випадковий'],
    ['one name twice', `k1:${written},k1:${randomSecret(32).toString('base64')}`, 'ключ «k1» вказано двічі'],
  ])('that are %s are refused with the reason and without the value', (_what, given, reason) => {
    const keyring = parseKeyring(given)
    expect(keyring).toEqual({ problem: expect.stringContaining(reason) })
    expect(JSON.stringify(keyring)).not.toContain(written.slice(0, 5))
  })
})

describe('keys of our own making', () => {
  test('are made once and are the same at the next start', () => {
    const path = join(folder, 'once', 'encryption.keys')
    const first = loadOrCreateKeyring(path)
    expect(first).toHaveLength(1)
    expect(first[0].secret).toHaveLength(32)
    expect(loadOrCreateKeyring(path)).toEqual(first)
  })

  test('differ from file to file', () => {
    const [one] = loadOrCreateKeyring(join(folder, 'a.keys'))
    const [other] = loadOrCreateKeyring(join(folder, 'b.keys'))
    expect(one.secret).not.toEqual(other.secret)
  })

  test('are for the owner’s eyes only, and so is their folder', () => {
    const path = join(folder, 'closed', 'token.keys')
    loadOrCreateKeyring(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'closed')).mode & 0o777).toBe(0o700)
  })

  test('are the same for all processes that start at once on an empty folder', async () => {
    const race = join(folder, 'race')
    mkdirSync(race)
    const found = await Promise.all(await startTogether(6, race))
    expect(new Set(found).size).toBe(1)
    // No drafts are left: each holds a key, even if an unused one.
    expect(readdirSync(race).toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 10}.keys`))
  })

  test('in a damaged file stop the start with the path, and the file stays as it is', () => {
    const path = join(folder, 'damaged.keys')
    for (const content of ['', '\n', 'k1:AAAA\n']) {
      writeFileSync(path, content)
      expect(() => loadOrCreateKeyring(path)).toThrow(`Файл ключів ${path}: `)
      expect(statSync(path).size).toBe(content.length)
    }
  })
})

/** Each process loads twenty files as soon as all of them are ready, and answers with the keys it has then. */
async function startTogether(processes: number, race: string): Promise<Promise<string>[]> {
  const program = `
    import { loadOrCreateKeyring } from ${JSON.stringify(join(import.meta.dirname, 'keyring.ts'))}
    process.stderr.write('ready')
    process.stdin.once('data', () => {
      const names = Array.from({ length: 20 }, (_, index) => ${JSON.stringify(race)} + '/' + (index + 10) + '.keys')
      console.log(names.map((name) => loadOrCreateKeyring(name)[0].secret.toString('hex')).join())
      process.exit()
    })`
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' }),
  )
  const answers = children.map((child) => text(child.stdout))
  await Promise.all(children.map((child) => once(child.stderr, 'data')))
  for (const child of children) child.stdin.write('go')
  return answers
}
