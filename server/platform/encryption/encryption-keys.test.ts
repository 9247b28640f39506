import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { givenKeys, keysOfFile, type FileKeys } from './encryption-keys.ts'
import { decrypt, encrypt, UnreadableSecret } from './encryption.ts'
import { newKey } from './keyring.ts'
import { newId } from '../random.ts'

const folder = mkdtempSync(join(tmpdir(), 'kasyr-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const place = { table: 'settings', row: 'a', field: 'secret' }
const aPath = (): string => join(folder, newId(), 'encryption.keys')

/** What `kasyr keys rotate` and `kasyr keys forget` do to the file. */
const rotate = (keys: FileKeys): void => keys.replace([newKey(), ...keys.all()])
const forget = (keys: FileKeys): void => keys.replace([keys.writing()])

describe('keys of a file', () => {
  test('that another process changed are used at once: the new key seals, and what it sealed opens', () => {
    const path = aPath()
    const [running, command] = [keysOfFile(path), keysOfFile(path)]
    const before = encrypt(running, place, 'old')
    rotate(command)
    const sealed = encrypt(running, place, 'new')
    expect(sealed).toMatch(new RegExp(`^v1\\.${command.writing().kid}\\.`))
    expect(sealed.split('.')[1]).not.toBe(before.split('.')[1])
    rotate(command)
    const newest = encrypt(command, place, 'newest')
    expect([before, sealed, newest].map((envelope) => decrypt(running, place, envelope).toString())).toEqual([
      'old',
      'new',
      'newest',
    ])
  })

  test('no longer open in a process that starts after the old one was forgotten', () => {
    const path = aPath()
    const keys = keysOfFile(path)
    const sealed = encrypt(keys, place, 'old')
    rotate(keys)
    forget(keys)
    expect(() => decrypt(keysOfFile(path), place, sealed)).toThrow(UnreadableSecret)
    expect(() => decrypt(keysOfFile(path), place, sealed)).toThrow(/немає ключа «k\w+» у файлі ключів$/)
  })

  test('no longer open in a process that knew them, from the moment the old one is forgotten by another', () => {
    const path = aPath()
    const [running, command] = [keysOfFile(path), keysOfFile(path)]
    const sealed = encrypt(running, place, 'old')
    rotate(command)
    expect(decrypt(running, place, sealed).toString()).toBe('old')
    forget(command)
    expect(() => decrypt(running, place, sealed)).toThrow(UnreadableSecret)
  })

  test('are replaced as a whole: closed to others, still of the same owner, and no draft is left', () => {
    const path = aPath()
    const keys = keysOfFile(path)
    writeFileSync(`${path}.draft`, 'left by a killed process', { mode: 0o644 })
    rotate(keys)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(existsSync(`${path}.draft`)).toBe(false)
    expect(keysOfFile(path).all()).toEqual(keys.all())
    expect(keys.all()).toHaveLength(2)
  })

  test.skipIf(process.getuid?.() !== 0)('of another user stay his when root rotates them', () => {
    const path = aPath()
    const keys = keysOfFile(path)
    chownSync(path, 12_345, 12_346)
    rotate(keys)
    expect(statSync(path)).toMatchObject({ uid: 12_345, gid: 12_346 })
  })

  test.each([
    ['gone', (path: string) => rmSync(path), 'його немає'],
    ['damaged', (path: string) => writeFileSync(path, 'k1:AAAA\n'), 'має бути рівно 32 байти'],
  ])('that are %s while the service runs stop sealing, and no fresh key takes their place', (_what, harm, reason) => {
    const path = aPath()
    const keys = keysOfFile(path)
    const sealed = encrypt(keys, place, 'still readable')
    harm(path)
    expect(() => encrypt(keys, place, 'x')).toThrow(`Файл ключів ${path}: `)
    expect(() => encrypt(keys, place, 'x')).toThrow(reason)
    expect(decrypt(keys, place, sealed).toString()).toBe('still readable')
  })
})

test('keys of the environment do not change while a process runs', () => {
  const [first, second] = [newKey(), newKey()]
  const keys = givenKeys([first, second])
  expect(keys.writing()).toEqual(first)
  expect(keys.all()).toEqual([first, second])
  expect(keys.find(second.kid)).toEqual(second)
  expect(keys.find('another')).toBeUndefined()
})

test('keys made one after the other have different names', () => {
  expect(new Set(Array.from({ length: 100 }, () => newKey().kid)).size).toBe(100)
})
