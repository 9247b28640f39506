import type { ServiceStatus } from '#/contract/service-status.ts'
import type { App } from '#/server/app.ts'
import { publish } from '#/server/platform/events.ts'
import type { NamedGauge } from '#/server/platform/http/health/health.ts'
import type { Break } from '../chain/breaks.ts'
import { countWaiting } from '../chain/seal-store.ts'
import { insertAlarm, listAlarms } from './alarm-store.ts'

/** Something is wrong with the audit log, and only a person ends that (`kasyr audit accept`). Of each kind the first one stays. */
export async function raiseAlarm(
  { audit, clock, db, log }: Pick<App, 'audit' | 'clock' | 'db' | 'log'>,
  found: Break,
): Promise<void> {
  const since = clock.now().toISOString()
  if (!(await insertAlarm(db, found, since))) return
  const { what, reason, seq, id } = found
  log.error({ kind: what, reason, seq, entry_id: id, since }, 'audit.alarm')
  audit.alarmed.resolve()
  // Open pages learn of it at once.
  await publish(db, 'status', [null])
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
    read: () => countWaiting(app.db),
  },
]
