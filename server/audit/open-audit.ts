import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { EncryptionKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { ensureAuditKey, readAuditKeys, type AuditKey, type AuditKeys } from './chain/audit-keys.ts'

declare module '#/server/app.ts' {
  interface App {
    audit: Audit
  }
}

/** What a process keeps of the audit log. */
export interface Audit {
  keys: AuditKeys
  /** The key to write with. Keys are read again once a minute, so that every process follows a rotation. */
  writingKey(db: Db | Tx, now: Date): Promise<AuditKey>
  /** False: a key that was known is gone or another one, or one does not open. Then those that were known stay. */
  refreshKeys(db: Db | Tx): Promise<boolean>
  /** Resolves at the first alarm that this process raises. */
  alarmed: PromiseWithResolvers<void>
}

const keysLiveMs = 60_000

export async function openAudit(db: Db, encryption_keys: EncryptionKeys): Promise<Audit> {
  await ensureAuditKey(db, encryption_keys)
  const keys = await readAuditKeys(db, encryption_keys)
  if (keys === null) throw new Error('no key of the audit log opens')
  let read_at: number | null = null
  const audit: Audit = {
    keys,
    async writingKey(from, now) {
      read_at ??= now.getTime()
      if (Math.abs(now.getTime() - read_at) >= keysLiveMs) {
        read_at = now.getTime()
        await audit.refreshKeys(from)
      }
      return audit.keys.writing
    },
    async refreshKeys(from) {
      const fresh = await readAuditKeys(from, encryption_keys)
      const isWhole =
        fresh !== null &&
        !fresh.has_unreadable &&
        audit.keys.all.every(({ kid, secret }) => fresh.find(kid)?.secret.equals(secret) ?? false)
      if (isWhole) audit.keys = fresh
      return isWhole
    },
    alarmed: Promise.withResolvers<void>(),
  }
  return audit
}
