import { auditEntries, type AuditAction, type AuditDetails, type AuditItem } from '#/contract/audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import type { AuditKey } from './chain/audit-keys.ts'
import { insertEntries } from './chain/entry-store.ts'
import { currentVersion, macOf, type StoredEntry } from './chain/entry.ts'

/** A person at an address, or the system itself. */
export interface Actor {
  user: { id: string; login: string } | null
  address: string | null
}

/** The service itself and the owner of the machine at its command line are never asked for a password. */
export const theSystem: Actor & { password_age_seconds: number } = {
  user: null,
  address: null,
  password_age_seconds: 0,
}

/** One entry of any action. */
export type AuditEntry = {
  [Action in AuditAction]: { action: Action; subject: AuditItem['subject']; details: AuditDetails<Action> }
}[AuditAction]

type RecordingApp = Pick<App, 'clock' | 'audit'>

/** Part of the transaction that makes the change: there is no change without its entry, and no entry without the change. */
export const recordAudit = (app: RecordingApp, tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> =>
  recordAudits(app, tx, actor, [entry])

const mostAtOnce = 1_000

/** The same of many at once, by one statement for each thousand. */
export async function recordAudits(
  { audit, clock }: RecordingApp,
  tx: Tx,
  actor: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  const now = clock.now()
  const key = await audit.writingKey(tx, now)
  for (let from = 0; from < entries.length; from += mostAtOnce) {
    const signed = entries.slice(from, from + mostAtOnce).map((entry) => sign(key, now, actor, entry))
    const stored = await insertEntries(tx, signed)
    if (stored !== signed.length)
      throw new Error(`${signed.length} audit entries were written, ${stored} are stored, so the change is refused`)
  }
}

function sign(
  { kid, secret }: AuditKey,
  now: Date,
  actor: Actor,
  { action, subject, details }: AuditEntry,
): StoredEntry {
  const entry = {
    id: newId(),
    at: now.toISOString(),
    actor_id: actor.user?.id ?? null,
    actor_login: actor.user?.login ?? null,
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    details: auditEntries[action].parse(details),
    address: actor.address,
    version: currentVersion,
    number: null,
    key_id: kid,
  }
  return { ...entry, mac: macOf(secret, entry) }
}
