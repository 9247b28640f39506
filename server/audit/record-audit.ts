import { auditEntries, type AuditAction, type AuditDetails, type SubjectType } from '#/contract/audit.ts'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import { newId } from '#/server/platform/random.ts'
import { macOf } from './chain.ts'
import { insertEntries } from './store.ts'

/** Who did it: a person at an address, or the system itself. */
export interface Actor {
  user: { id: string; login: string } | null
  address: string | null
}

/** Nobody asks the service itself, nor the owner of the machine at its command line, for a password. */
export const theSystem: Actor & { password_age_seconds: number } = {
  user: null,
  address: null,
  password_age_seconds: 0,
}

interface Entry<Action extends AuditAction> {
  action: Action
  subject: { type: SubjectType; id: string }
  details: AuditDetails<Action>
}

/** Part of the transaction that makes the change: there is no change without its entry, and no entry without the change. */
export async function recordAudit<Action extends AuditAction>(
  app: Pick<App, 'clock' | 'audit_key'>,
  tx: Tx,
  actor: Actor,
  entry: Entry<Action>,
): Promise<void> {
  await recordAudits(app, tx, actor, [entry])
}

/** Many entries in one statement. */
export async function recordAudits<Action extends AuditAction>(
  app: Pick<App, 'clock' | 'audit_key'>,
  tx: Tx,
  actor: Actor,
  entries: readonly Entry<Action>[],
): Promise<void> {
  const rows = entries.map(({ action, subject, details }) => {
    const entry = {
      id: newId(),
      at: app.clock.now().toISOString(),
      actor_id: actor.user?.id ?? null,
      actor_login: actor.user?.login ?? null,
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      details: auditEntries[action].parse(details),
      address: actor.address,
    }
    return { ...entry, mac: macOf(app.audit_key, entry) }
  })
  if (rows.length > 0) await insertEntries(tx, rows)
}
