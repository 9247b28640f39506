import type { Db } from '#/server/platform/database/database.ts'
import type { EncryptionKeys } from '#/server/platform/encryption-keys.ts'
import { randomSecret } from '#/server/platform/random.ts'
import { keepSecretSetting } from '#/server/platform/settings.ts'

export const auditKeyName = 'audit_key'

/**
 * The key of the chain lives in the database, encrypted: every process has it, a rotation of the encryption keys does
 * not break the chain, and whoever has only the database cannot forge an entry.
 */
export const loadAuditKey = (db: Db, keys: EncryptionKeys): Promise<Buffer> =>
  keepSecretSetting(db, keys, auditKeyName, randomSecret(32))
