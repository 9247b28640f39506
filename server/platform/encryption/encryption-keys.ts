import { statSync } from 'node:fs'
import { Explained } from '../explained.ts'
import { loadOrCreateKeyring, replaceKeyring, rereadKeyring, type Key, type Keyring } from './keyring.ts'

/**
 * The keys of the secrets at rest, or those that sign tokens, as a running process sees them. Those of the environment stay as they are until a
 * restart. Those of a file are followed: `kasyr keys rotate` changes it while other processes run (decision 0012).
 */
interface Keys {
  /** The key that seals now. */
  writing(): Key
  find(kid: string): Key | undefined
  all(): Keyring
}

interface GivenKeys extends Keys {
  source: 'environment'
}

export interface FileKeys extends Keys {
  source: 'file'
  changed_at(): Date
  /** The caller holds the lock of the rotation: the last one to write decides. */
  replace(keyring: Keyring): void
}

export type FollowedKeys = GivenKeys | FileKeys
export type EncryptionKeys = FollowedKeys

export function givenKeys(keyring: Keyring): GivenKeys {
  return {
    source: 'environment',
    writing: () => keyring[0],
    find: (kid) => keyring.find((key) => key.kid === kid),
    all: () => keyring,
  }
}

export function keysOfFile(path: string): FileKeys {
  let known = loadOrCreateKeyring(path)
  let known_version: string | null = null
  /** A look at the file takes about two microseconds: a key that was taken out is gone for every process at once (decision 0055). */
  const upToDate = (): Keyring => {
    // The version before the keys: what changes in between is read again the next time.
    const version = versionOf(path)
    if (version === known_version) return known
    try {
      known = rereadKeyring(path)
      known_version = version
    } catch (error) {
      // A file that is gone or damaged takes no key away: what was known still opens, nothing new is sealed.
      if (!(error instanceof Explained)) throw error
    }
    return known
  }
  return {
    source: 'file',
    // Sealing is rare, and a key that no longer writes must not be used for one more secret.
    writing: () => rereadKeyring(path)[0],
    find: (kid) => upToDate().find((key) => key.kid === kid),
    all: () => rereadKeyring(path),
    changed_at: () => statSync(path).mtime,
    replace: (keyring) => replaceKeyring(path, keyring),
  }
}

/** Changes whenever the file is replaced or written into. */
function versionOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? 'none' : `${found.dev}.${found.ino}.${found.size}.${found.mtimeNs}.${found.ctimeNs}`
}
