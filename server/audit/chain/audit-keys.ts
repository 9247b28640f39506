import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { EncryptionKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { UnreadableSecret } from '#/server/platform/encryption/encryption.ts'
import { newKey } from '#/server/platform/encryption/keyring.ts'
import { randomSecret } from '#/server/platform/random.ts'
import { keepSecretSetting, listSecretSettings, openSecretSetting } from '#/server/platform/settings.ts'

declare module '#/server/app.ts' {
  interface App {
    audit: Audit
  }
}

/** The first key; those that follow it are called `audit_key.<kid>`. */
export const auditKeyName = 'audit_key'

export interface AuditKey {
  /** null: the first one. */
  kid: string | null
  secret: Buffer
  /** When the next key took over from this one, in milliseconds; Infinity: it writes now. */
  retired_at: number
}

/**
 * The keys of the log live in the database, encrypted: every process has them, a rotation of the encryption keys does not
 * break the chain, and the database alone is not enough to forge an entry. The newest writes, all of them verify.
 */
export interface AuditKeys {
  writing: AuditKey
  find(kid: string | null): AuditKey | undefined
  all: readonly AuditKey[]
  /** A setting that should hold a key and does not open. */
  has_unreadable: boolean
}

const secretLength = 32

/** What a process keeps of the audit log. */
type Audit = Awaited<ReturnType<typeof openAudit>>

const keysLiveMs = 60_000

export async function openAudit(db: Db, encryption_keys: EncryptionKeys) {
  // The first key is made on an empty database.
  await keepSecretSetting(db, encryption_keys, auditKeyName, randomSecret(secretLength))
  const keys = await readAuditKeys(db, encryption_keys)
  if (keys === null) throw new Error('no key of the audit log opens')
  let read_at: number | null = null
  const audit = {
    keys,
    /** The key to write with. Keys are read again once a minute, so that every process follows a rotation. */
    async writingKey(from: Db | Tx, now: Date): Promise<AuditKey> {
      read_at ??= now.getTime()
      if (Math.abs(now.getTime() - read_at) >= keysLiveMs) {
        read_at = now.getTime()
        await audit.refreshKeys(from)
      }
      return audit.keys.writing
    },
    /** False: a key that was known is gone or another one, or one does not open. Then those that were known stay. */
    async refreshKeys(from: Db | Tx): Promise<boolean> {
      const fresh = await readAuditKeys(from, encryption_keys)
      const isThere = ({ kid, secret }: AuditKey) => fresh?.find(kid)?.secret.equals(secret) ?? false
      const isWhole = fresh?.has_unreadable === false && audit.keys.all.every(isThere)
      if (isWhole) audit.keys = fresh
      return isWhole
    },
    /** Resolves at the first alarm that this process raises. */
    alarmed: Promise.withResolvers<void>(),
  }
  return audit
}

/** null: no key opens. */
async function readAuditKeys(db: Db | Tx, keys: EncryptionKeys): Promise<AuditKeys | null> {
  const opened = (await listSecretSettings(db, auditKeyName)).map(({ name, secret }) => open(keys, name, secret))
  const found = opened.filter((key) => key !== null).toSorted((a, b) => a.made_at - b.made_at)
  const all = found.map(({ kid, secret }, index) => ({
    kid,
    secret,
    retired_at: found[index + 1]?.made_at ?? Infinity,
  }))
  const writing = all.at(-1)
  if (writing === undefined) return null
  return { writing, find: (kid) => all.find((key) => key.kid === kid), all, has_unreadable: all.length < opened.length }
}

/** Part of the caller's transaction: no process sees the key before the entry about it. */
export async function addAuditKey(tx: Tx, keys: EncryptionKeys, now: Date): Promise<string> {
  const { kid, secret } = newKey()
  const made_at = Buffer.alloc(8)
  made_at.writeBigInt64BE(BigInt(now.getTime()))
  await keepSecretSetting(tx, keys, `${auditKeyName}.${kid}`, Buffer.concat([secret, made_at]))
  return kid
}

/** `made_at`, when it began to write, is sealed together with the key. */
function open(keys: EncryptionKeys, name: string, envelope: string) {
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
