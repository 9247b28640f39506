import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { names } from '#/server/backup/manifest.ts'
import { newKey, toText } from '#/server/platform/encryption/keyring.ts'
import { locked, packed, resealed, unlocked, unpack, withContent, withRows } from './crafted-archive.ts'
import { passphrase, refusal, startCrafting, unfit } from './crafting-ground.ts'

const { backup, key, restoring } = await startCrafting()
const genuine = await backup({ KASYR_BACKUP_PASSPHRASE: passphrase })
const encryptedBytes = readFileSync(genuine)

describe('an encrypted backup is refused', () => {
  const machine = { KASYR_ENCRYPTION_KEYS: '', KASYR_BACKUP_PASSPHRASE: passphrase }
  const header = () => encryptedBytes.subarray(0, encryptedBytes.indexOf('\n') + 1)
  const chunk = 64 * 1024 + 16
  const body = () => encryptedBytes.subarray(header().length)
  const chunks = () =>
    Array.from({ length: Math.ceil(body().length / chunk) }, (_, at) => body().subarray(at * chunk, (at + 1) * chunk))
  const withHeader = (change: Record<string, unknown>) =>
    Buffer.concat([Buffer.from(`${JSON.stringify({ ...JSON.parse(header().toString()), ...change })}\n`), body()])
  const cases: [string, () => Buffer, RegExp][] = [
    ['cut off in the middle', () => encryptedBytes.subarray(0, encryptedBytes.length >> 1), /змінено або пошкоджено/],
    ['cut off between two chunks', () => Buffer.concat([header(), ...chunks().slice(0, -1)]), /змінено або пошкоджено/],
    [
      'with two chunks in each other’s place',
      () =>
        Buffer.concat([
          header(),
          ...chunks().slice(0, 1),
          ...chunks().slice(2, 3),
          ...chunks().slice(1, 2),
          ...chunks().slice(3),
        ]),
      /змінено або пошкоджено/,
    ],
    [
      'with a chunk twice',
      () => Buffer.concat([header(), ...chunks().slice(0, 2), ...chunks().slice(1)]),
      /змінено або пошкоджено/,
    ],
    [
      'with something behind the end',
      () => Buffer.concat([encryptedBytes, Buffer.alloc(100_000)]),
      /змінено або пошкоджено/,
    ],
    ['with one bit that is another', () => flipped(encryptedBytes), /змінено або пошкоджено/],
    ['with another salt', () => withHeader({ salt: 'A'.repeat(22) }), /не підходить/],
    ['with other passes', () => withHeader({ passes: 2 }), /не підходить/],
    ['that asks for all the memory', () => withHeader({ memory_kib: 2 ** 31 }), /пошкоджено/],
    ['that asks for hours', () => withHeader({ passes: 100_000 }), /пошкоджено/],
    ['that asks for almost no work', () => withHeader({ memory_kib: 8 }), /пошкоджено/],
    ['with a header without an end', () => Buffer.from(`{${' '.repeat(10_000_000)}`), /пошкоджено/],
    ['with nothing behind the header', () => header(), /не підходить/],
  ]
  test.each(cases)('%s', async (_what, bytes, words) => {
    expect(chunks().length).toBeGreaterThan(5)
    expect(await restoring(bytes(), machine)).toEqual(refusal(words))
  })

  test('with a wrong passphrase and with none', async () => {
    const withPassphrase = (given: string) => restoring(encryptedBytes, { ...machine, KASYR_BACKUP_PASSPHRASE: given })
    expect(await withPassphrase(`${passphrase}1`)).toEqual(refusal(/не підходить/))
    expect(await withPassphrase('')).toEqual(refusal(/зашифровано\. Вкажіть у KASYR_BACKUP_PASSPHRASE/))
  })

  test('whose keys are not those of its seals, by somebody who knows the passphrase', async () => {
    const entries = await unpack(await unlocked(genuine, passphrase))
    const withKeys = async (text: string) =>
      restoring(await locked(await packed(withContent(entries, names.keys, Buffer.from(text))), passphrase), machine)
    expect(await withKeys(toText([newKey()]))).toEqual(refusal(/ключі шифрування не підходять/))
    expect(await withKeys(toText([{ ...newKey(), kid: key.kid }]))).toEqual(refusal(/змінено/))
    expect(await withKeys('k1')).toEqual(refusal(/змінено/))
  })

  test('when a row fits no rule, and its keys, which came with it, are not left behind', async () => {
    const entries = await unpack(await unlocked(genuine, passphrase))
    const bad = withRows(entries, 'users', (rows) => rows.replaceAll('\tadmin\t', '\towner\t'))
    const outcome = await restoring(await locked(await packed(resealed(bad, key)), passphrase), machine)
    expect(outcome).toEqual(refusal(unfit))
  })
})

function flipped(content: Buffer): Buffer {
  const copy = Buffer.from(content)
  const middle = copy.length >> 1
  copy[middle] = (copy[middle] ?? 0) ^ 1
  return copy
}
