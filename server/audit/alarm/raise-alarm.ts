import type { ServiceStatus } from '#/contract/service-status.ts'
import type { App } from '#/server/app.ts'
import { publish } from '#/server/platform/events.ts'
import type { NamedGauge } from '#/server/platform/http/health/health.ts'
import type { Break } from '../chain/breaks.ts'
import { countRows } from '../chain/entry-store.ts'
import { insertAlarm, listAlarms } from './alarm-store.ts'

/** Something is wrong with the audit log, and only a person ends that (`kasyr audit accept`). Of each kind the first one stays. */
export async function raiseAlarm(app: Pick<App, 'audit' | 'clock' | 'db' | 'log'>, found: Break): Promise<void> {
  const { what, reason, seq, id } = found
  const alarm = { kind: what, reason, seq, entry_id: id, since: app.clock.now().toISOString() }
  if (!(await insertAlarm(app.db, alarm))) return
  app.log.error(alarm, 'audit.alarm')
  app.audit.alarmed.resolve()
  // Open pages learn of it at once.
  await publish(app.db, 'status', [null])
}

export async function readAlarm({ db }: Pick<App, 'db'>): Promise<ServiceStatus['audit_alarm']> {
  const [first] = await listAlarms(db)
  return first === undefined ? null : { since: first.since, reason: first.reason }
}

export const auditGauges = (app: Pick<App, 'db'>): NamedGauge[] => [
  {
    name: 'kasyr_audit_alarm',
    help: 'Whether the audit log was found damaged and nobody has accepted it yet',
    read: async () => ((await readAlarm(app)) === null ? 0 : 1),
  },
  {
    name: 'kasyr_audit_unsealed',
    help: 'Audit entries that wait for their seal',
    read: () => countRows(app.db, 'audit_unsealed'),
  },
]
