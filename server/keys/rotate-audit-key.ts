import { addAuditKey } from '#/server/audit/chain/audit-keys.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { ifNoRotationRuns } from './store.ts'

/**
 * Gives the audit log a new key: from now on entries and seals are made with it, and those made before keep theirs. The running
 * processes find it in the database; until then they go on with the old one, which verifies all the same.
 */
export const rotateAuditKey = (
  app: Pick<App, 'db' | 'clock' | 'audit' | 'encryption_keys'>,
  actor: Actor,
): Promise<string> =>
  ifNoRotationRuns(app.db, async () => {
    const kid = await app.db.transaction().execute(async (tx) => {
      const made = await addAuditKey(tx, app.encryption_keys, app.clock.now())
      await recordAudit(app, tx, actor, {
        action: 'keys.audit_rotated',
        subject: { type: 'keys', id: made },
        details: { kid: made },
      })
      return made
    })
    await app.audit.refreshKeys(app.db)
    return kid
  })
