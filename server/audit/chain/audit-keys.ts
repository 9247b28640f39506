import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { EncryptionKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { UnreadableSecret } from '#/server/platform/encryption/encryption.ts'
import { newKey } from '#/server/platform/encryption/keyring.ts'
import { randomSecret } from '#/server/platform/random.ts'
import { keepSecretSetting, openSecretSetting } from '#/server/platform/settings.ts'
import { listKeySettings } from './key-store.ts'

/** The first key; those that follow it are called `audit_key.<kid>`. */
export const auditKeyName = 'audit_key'

export interface AuditKey {
  /** null: the first one. */
  kid: string | null
  secret: Buffer
  /** When it began to write, in milliseconds; it is sealed together with the key. */
  made_at: number
}

/**
 * The keys of the log live in the database, encrypted: every process has them, a rotation of the encryption keys does not
 * break the chain, and the database alone is not enough to forge an entry. The newest writes, all of them verify.
 */
export interface AuditKeys {
  writing: AuditKey
  find(kid: string | null): AuditKey | undefined
  /** When the next key took over from this one; null: it writes now. */
  retiredAt(kid: string | null): number | null
  all: readonly AuditKey[]
  /** A setting that should hold a key and does not open. */
  has_unreadable: boolean
}

const secretLength = 32

/** Makes the first key on an empty database. */
export async function ensureAuditKey(db: Db, keys: EncryptionKeys): Promise<void> {
  await keepSecretSetting(db, keys, auditKeyName, randomSecret(secretLength))
}

/** null: no key opens. */
export async function readAuditKeys(db: Db | Tx, keys: EncryptionKeys): Promise<AuditKeys | null> {
  const opened = (await listKeySettings(db, auditKeyName)).map(({ name, secret }) => open(keys, name, secret))
  const all = opened.filter((key) => key !== null).toSorted((a, b) => a.made_at - b.made_at)
  const writing = all.at(-1)
  if (writing === undefined) return null
  return {
    writing,
    find: (kid) => all.find((key) => key.kid === kid),
    retiredAt: (kid) => all[all.findIndex((key) => key.kid === kid) + 1]?.made_at ?? null,
    all,
    has_unreadable: all.length < opened.length,
  }
}

/** Part of the caller's transaction: no process sees the key before the entry about it. */
export async function addAuditKey(tx: Tx, keys: EncryptionKeys, now: Date): Promise<string> {
  const { kid, secret } = newKey()
  const made_at = Buffer.alloc(8)
  made_at.writeBigInt64BE(BigInt(now.getTime()))
  await keepSecretSetting(tx, keys, `${auditKeyName}.${kid}`, Buffer.concat([secret, made_at]))
  return kid
}

function open(keys: EncryptionKeys, name: string, envelope: string): AuditKey | null {
  try {
    const opened = openSecretSetting(keys, name, envelope)
    const secret = opened.subarray(0, secretLength)
    if (name === auditKeyName) return { kid: null, secret, made_at: 0 }
    return { kid: name.slice(auditKeyName.length + 1), secret, made_at: Number(opened.readBigInt64BE(secretLength)) }
  } catch (error) {
    if (error instanceof UnreadableSecret) return null
    throw error
  }
}
