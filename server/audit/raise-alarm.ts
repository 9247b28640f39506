import type { ServiceStatus } from '#/contract/service-status.ts'
import type { App } from '#/server/app.ts'
import type { NamedGauge } from '#/server/platform/http/health/health.ts'
import { publish } from '#/server/platform/events.ts'
import { insertAlarms, listAlarms } from './alarm-store.ts'
import type { Finding } from './journal.ts'
import { countWaiting } from './seal-store.ts'

type AlarmApp = Pick<App, 'db' | 'clock' | 'audit' | 'log'>

/** While it lasts, the log says it again this often. */
const tellEveryMs = 5 * 60_000

/**
 * Something is wrong with the audit log, and only a person ends that. The process remembers it, so a row taken out of the table
 * comes back; the table tells the processes that have not seen it.
 */
export async function raiseAlarm(app: AlarmApp, found: Finding): Promise<void> {
  noteAlarm(app, found)
  await keepAlarms(app)
}

/** For where nothing can be stored, as inside a transaction that fails: the next tick stores it. */
export function noteAlarm({ audit: journal, clock }: Pick<App, 'clock' | 'audit'>, found: Finding): void {
  if (journal.alarms.has(found.kind)) return
  journal.alarms.set(found.kind, { ...found, since: clock.now().toISOString(), stretch: journal.stretch })
}

export async function keepAlarms(app: AlarmApp): Promise<void> {
  const { audit: journal, db } = app
  const alarms = [...journal.alarms.values()]
  if (alarms.length === 0) {
    journal.told = null
    return
  }
  tellLog(app)
  const fresh = await insertAlarms(db, alarms)
  // Open pages learn of it at once.
  if (fresh.length > 0) await publish(db, 'status', [null])
}

function tellLog({ audit: journal, clock, log }: AlarmApp): void {
  const alarms = [...journal.alarms.values()]
  const kinds = alarms.map(({ kind }) => kind).join()
  const at = clock.now().getTime()
  if (journal.told?.kinds === kinds && at - journal.told.at < tellEveryMs) return
  journal.told = { kinds, at }
  for (const { kind, reason, seq, id, since } of alarms)
    log.error({ kind, reason, seq, entry_id: id, since }, 'audit.alarm')
}

/** The oldest of what this process found and of what the others have stored. */
export async function readAlarm({ audit, db }: Pick<App, 'db' | 'audit'>): Promise<ServiceStatus['audit_alarm']> {
  const all = [...(await listAlarms(db)), ...audit.alarms.values()]
  const [first] = all.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since))
  return first === undefined ? null : { since: first.since, reason: first.reason }
}

export const auditGauges = (app: Pick<App, 'db' | 'audit'>): NamedGauge[] => [
  {
    name: 'kasyr_audit_alarm',
    help: 'Whether the audit log was found damaged and nobody has accepted it yet',
    read: async () => ((await readAlarm(app)) === null ? 0 : 1),
  },
  {
    name: 'kasyr_audit_unsealed',
    help: 'Audit entries that wait for their seal',
    read: () => countWaiting(app.db),
  },
]
