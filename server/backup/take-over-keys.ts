import type { EncryptionKeys } from '../platform/encryption-keys.ts'
import { Explained } from '../platform/explained.ts'
import { parseKeyring } from '../platform/keyring.ts'

/**
 * What the backup was sealed with must be readable here: its keys are added behind ours, which go on writing and are still
 * needed for the database before.
 */
export function takeOverKeys(keys: EncryptionKeys, text: string | null): void {
  if (text === null || keys.source === 'environment') return
  const theirs = parseKeyring(text.trim())
  if ('problem' in theirs) throw new Explained(`ключі в копії не прочитати: ${theirs.problem}. Нічого не змінено.`)
  const ours = keys.all()
  const clash = theirs.find((key) => ours.some(({ kid, secret }) => kid === key.kid && !secret.equals(key.secret)))
  if (clash) throw new Explained(`у теці даних є інший ключ з іменем «${clash.kid}». Нічого не змінено.`)
  const added = theirs.filter((key) => ours.every(({ kid }) => kid !== key.kid))
  if (added.length > 0) keys.replace([...ours, ...added])
}
