import { createHash, type Hash } from 'node:crypto'
import { isSameProof } from '../platform/encryption/is-same-proof.ts'
import { Explained } from '../platform/explained.ts'
import { parseKeyring, type Key, type Keyring } from '../platform/encryption/keyring.ts'
import { migrationNames } from '../platform/migrate.ts'
import { parseJson } from '../platform/parse-json.ts'
import { readBackupFile, type Entry } from './backup-file.ts'
import { AnyFormat, format, leftOut, Manifest, names, Sums } from './manifest.ts'
import type { Lock } from './passphrase-lock.ts'
import { startChain } from './seal-chain.ts'

export type Part =
  /** `keys`: those that came with it. */
  | { kind: 'manifest'; manifest: Manifest; keys: Keyring | null }
  | { kind: 'piece'; table: string; content: Buffer }
  /** `seal`: the last one, which stands for everything before it. */
  | { kind: 'end'; sums: Sums; seal: string }

interface Opening {
  lock: Lock | null
  /** Of this machine; null: it has none yet. */
  keys: Keyring | null
}

/** Gives the parts of a backup in their only order, each after its seal was checked. Throws at the first that is not as we write it. */
export async function* readBackup(path: string, { lock, keys }: Opening): AsyncGenerator<Part> {
  const entries = readBackupFile(path, lock)
  const take = async (): Promise<Entry | null> => (await entries.next()).value ?? null
  try {
    let entry = await take()
    const theirs = lock !== null && entry?.name === names.keys ? readKeys(path, entry.content) : null
    const first = theirs === null ? entry : await take()
    if (first?.name !== names.manifest) throw notOurs(path)
    const manifest = readManifest(path, first.content)
    const requireSeal = sealKeeper(path, requireKey(theirs ?? keys, manifest.kid))
    if (theirs !== null && entry !== null) requireSeal(entry)
    requireSeal(first)
    requireOurs(path, manifest)
    yield { kind: 'manifest', manifest, keys: theirs }
    const hashes = new Map<string, Hash>()
    entry = await take()
    for (const { name } of manifest.tables) {
      const hash = createHash('sha256')
      hashes.set(name, hash)
      for (let number = 1; entry?.name === names.piece(name, number); number += 1) {
        requireSeal(entry)
        hash.update(entry.content)
        yield { kind: 'piece', table: name, content: entry.content }
        entry = await take()
      }
    }
    if (entry?.name !== names.sums) throw changed(path)
    const seal = requireSeal(entry)
    const sums = readSums(path, entry.content, hashes)
    if ((await take()) !== null) throw changed(path)
    yield { kind: 'end', sums, seal }
  } finally {
    await entries.return(undefined)
  }
}

function sealKeeper(path: string, key: Key): (entry: Entry) => string {
  const sealOf = startChain(key)
  return ({ name, content, seal }) => {
    const expected = sealOf(name, content)
    if (seal === null || !isSameProof(seal, expected)) throw changed(path)
    return expected
  }
}

function readKeys(path: string, content: Buffer): Keyring {
  const keyring = parseKeyring(content.toString('utf8').trim())
  if ('problem' in keyring) throw changed(path)
  return keyring
}

function requireKey(keyring: Keyring | null, kid: string): Key {
  const key = keyring?.find((one) => one.kid === kid)
  if (key) return key
  throw new Explained(
    `ключі шифрування не підходять до цієї копії: ключа «${kid}», з яким її зроблено, тут немає. ` +
      'Вкажіть його в KASYR_ENCRYPTION_KEYS. Нічого не змінено.',
  )
}

function readManifest(path: string, content: Buffer): Manifest {
  const json = parseJson(content.toString('utf8'))
  const found = AnyFormat.safeParse(json).data?.format
  if (found === 1)
    throw new Explained(
      `копію ${path} зроблено до версії 0.6, без печаток, тож підробку від неї не відрізнити. Зробіть нову копію цією версією. ` +
        'Якщо даних уже немає, відновіть цю копію Касиром 0.5.2, оновіть його й зробіть нову. Нічого не змінено.',
    )
  if (found !== undefined && found > format) throw newer(path)
  const { data } = Manifest.safeParse(json)
  if (data === undefined) throw notOurs(path)
  return data
}

/** Also what has a true seal is taken only if a backup of this version could hold it. */
function requireOurs(path: string, manifest: Manifest): void {
  if (!migrationNames().includes(manifest.migration)) throw newer(path)
  if (manifest.tables.some(({ name }) => leftOut.has(name))) throw notOurs(path)
}

function readSums(path: string, content: Buffer, hashes: ReadonlyMap<string, Hash>): Sums {
  const { data } = Sums.safeParse(parseJson(content.toString('utf8')))
  const isWhole = data !== undefined && Object.keys(data).length === hashes.size
  if (!isWhole || ![...hashes].every(([table, hash]) => data[table]?.sha256 === hash.digest('hex'))) throw changed(path)
  return data
}

const notOurs = (path: string) => new Explained(`файл ${path} — не копія Касира. Нічого не змінено.`)
const changed = (path: string) =>
  new Explained(`копію ${path} змінено після того, як її зроблено, або пошкоджено. Нічого не змінено.`)
const newer = (path: string) =>
  new Explained(`копію ${path} зроблено іншою, новішою версією Касира. Оновіть Касир і повторіть.`)
