import { auditEntries, type AuditAction, type AuditDetails, type SubjectType } from '#/contract/audit.ts'
import type { App } from '#/server/context.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
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

type RecordingApp = Pick<App, 'clock' | 'audit'>

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
  const entries = await sign(app, tx, unsigned)
  const stored = new Map((await insertEntries(tx, entries)).map((entry) => [entry.id, entry]))
  if (stored.size !== entries.length) throw lost(app, entries[0])
  for (const entry of entries) rememberStored(app, entry, stored.get(entry.id))
}

async function sign(
  { audit: journal }: RecordingApp,
  db: Db | Tx,
  unsigned: readonly Unsigned[],
): Promise<StoredEntry[]> {
  const numbers = await journal.take(db, unsigned.length)
  const { kid, secret } = journal.keys.writing
  return unsigned.map((entry, index) => {
    const numbered = { ...entry, number: numbers[index] ?? null, key_id: kid }
    return { ...numbered, mac: macOf(secret, numbered) }
  })
}

function rememberStored(
  app: RecordingApp,
  sent: StoredEntry,
  found: (StoredEntry & { xact: string }) | undefined,
): void {
  if (found === undefined || !isAsSent(app, sent, found)) throw lost(app, sent)
  remember(app.audit.written, { id: sent.id, xact: found.xact, action: sent.action, looks: 0 })
}

function lost(app: RecordingApp, entry: Pick<StoredEntry, 'action'> | undefined): Error {
  noteAlarm(app, finding('lost', `запис «${entry?.action}» не зберігся таким, як його писали`))
  return new Error(`the audit entry ${entry?.action} was not stored as it was written, so the change is refused`)
}

/** More than a busy shop writes in half a minute. */
const mostRemembered = 10_000

function remember(written: Map<string, WrittenEntry>, entry: WrittenEntry): void {
  written.set(entry.id, entry)
  const oldest = written.size > mostRemembered ? written.keys().next().value : undefined
  if (oldest !== undefined) written.delete(oldest)
}

/** By the key that signed it: another may be the one to write with meanwhile. */
function isAsSent({ audit }: RecordingApp, sent: StoredEntry, found: StoredEntry): boolean {
  const key = audit.keys.find(sent.key_id)
  return (
    key !== undefined && found.id === sent.id && found.mac.equals(sent.mac) && macOf(key.secret, found).equals(sent.mac)
  )
}
