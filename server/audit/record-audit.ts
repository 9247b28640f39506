import { auditEntries, type AuditAction, type AuditDetails, type SubjectType } from '#/contract/audit.ts'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import { newId } from '#/server/platform/random.ts'
import { currentVersion, macOf } from './chain.ts'
import type { WrittenEntry } from './journal.ts'
import { noteAlarm } from './raise-alarm.ts'
import { insertEntries, type StoredEntry } from './store.ts'
import { finding } from './walk-chain.ts'

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

/** One entry of any action. */
export type AuditEntry = { [Action in AuditAction]: Entry<Action> }[AuditAction]

type RecordingApp = Pick<App, 'clock' | 'audit_key'>

/** Part of the transaction that makes the change: there is no change without its entry, and no entry without the change. */
export async function recordAudit<Action extends AuditAction>(
  app: RecordingApp,
  tx: Tx,
  actor: Actor,
  entry: Entry<Action>,
): Promise<void> {
  await store(app, tx, [toEntry(app, actor, entry)])
}

/** The same of many at once, by one statement for each thousand. */
export async function recordAudits(
  app: RecordingApp,
  tx: Tx,
  actor: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += mostAtOnce)
    await store(
      app,
      tx,
      entries.slice(from, from + mostAtOnce).map((entry) => toEntry(app, actor, entry)),
    )
}

const mostAtOnce = 1_000

type Unsigned = Omit<StoredEntry, 'mac' | 'number' | 'key_id'>

const toEntry = <Action extends AuditAction>(
  { clock }: RecordingApp,
  actor: Actor,
  { action, subject, details }: Entry<Action>,
): Unsigned => ({
  id: newId(),
  at: clock.now().toISOString(),
  actor_id: actor.user?.id ?? null,
  actor_login: actor.user?.login ?? null,
  action,
  subject_type: subject.type,
  subject_id: subject.id,
  details: auditEntries[action].parse(details),
  address: actor.address,
  version: currentVersion,
})

/** Throws, and with it fails the change, unless PostgreSQL says that exactly these entries are stored. */
async function store(app: RecordingApp, tx: Tx, unsigned: readonly Unsigned[]): Promise<void> {
  const { audit_key: journal } = app
  const { kid, secret } = journal.keys.writing
  const numbers = await journal.take(tx, unsigned.length)
  const entries = unsigned.map((entry, index): StoredEntry => {
    const numbered = { ...entry, number: numbers[index] ?? null, key_id: kid }
    return { ...numbered, mac: macOf(secret, numbered) }
  })
  const stored = new Map((await insertEntries(tx, entries, currentVersion, kid)).map((entry) => [entry.id, entry]))
  for (const entry of entries) {
    const found = stored.get(entry.id)
    if (found === undefined || stored.size !== entries.length || !isAsSent(secret, entry, found)) {
      noteAlarm(app, finding('lost', `запис «${entry.action}» не зберігся таким, як його писали`))
      throw new Error(`the audit entry ${entry.action} was not stored as it was written, so the change is refused`)
    }
    remember(journal.written, { id: entry.id, xact: found.xact, action: entry.action, looks: 0 })
  }
}

/** More than a busy shop writes in half a minute. */
const mostRemembered = 10_000

function remember(written: Map<string, WrittenEntry>, entry: WrittenEntry): void {
  written.set(entry.id, entry)
  const oldest = written.size > mostRemembered ? written.keys().next().value : undefined
  if (oldest !== undefined) written.delete(oldest)
}

const isAsSent = (secret: Buffer, sent: StoredEntry, found: StoredEntry): boolean =>
  found.mac.equals(sent.mac) && macOf(secret, found).equals(sent.mac)
