import { rmSync } from 'node:fs'
import { givenKeys, type EncryptionKeys } from '../platform/encryption/encryption-keys.ts'
import { Explained } from '../platform/explained.ts'
import { toText, type Keyring } from '../platform/encryption/keyring.ts'
import { readOrCreatePrivateFile, readPrivateFile, replacePrivateFile } from '../platform/private-file.ts'

/**
 * The keys the service will have after the restore: ours, which go on writing and are still needed for the database
 * before, and behind them those of the backup. Keys of the environment are the operator's: nothing is added to them.
 */
export function joinKeys(ours: EncryptionKeys | null, theirs: Keyring | null): EncryptionKeys {
  if (ours?.source === 'environment') return ours
  if (ours === null && theirs === null) throw new Error('a backup without keys was checked with none')
  const [first, ...kept] = ours?.all() ?? theirs ?? []
  if (first === undefined) throw new Error('a keyring without a key')
  const present = [first, ...kept]
  const clash = theirs?.find((key) => present.some(({ kid, secret }) => kid === key.kid && !secret.equals(key.secret)))
  if (clash) throw new Explained(`у теці даних є інший ключ з іменем «${clash.kid}». Нічого не змінено.`)
  const added = theirs?.filter((key) => present.every(({ kid }) => kid !== key.kid)) ?? []
  return givenKeys([first, ...kept, ...added])
}

/**
 * Writes them down, and returns a function that undoes it. A crash after it leaves keys that are not needed yet, which
 * does no harm.
 */
export function takeOverKeys(path: string, ours: EncryptionKeys | null, joined: EncryptionKeys): () => void {
  if (ours?.source === 'environment' || ours?.all().length === joined.all().length) return () => undefined
  const before = readPrivateFile(path)
  const text = toText(joined.all())
  if (before === undefined) {
    if (readOrCreatePrivateFile(path, () => text) !== text) throw new Explained('ключі саме змінює інший процес.')
    return () => rmSync(path)
  }
  replacePrivateFile(path, text)
  return () => replacePrivateFile(path, before)
}
