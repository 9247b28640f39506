import type { ServiceStatus } from '#/contract/service-status.ts'
import { formatLongDateTime } from '../../words/format.ts'

export type AuditAlarm = NonNullable<ServiceStatus['audit_alarm']>

/** The same words above every page and on the page of the log itself. */
export function alarmWords({ reason, since }: AuditAlarm): { what: string; since: string } {
  return {
    what: `Що виявлено: ${reason.replace(/\.$/, '')}.`,
    since: `Помічено ${formatLongDateTime(since)}.`,
  }
}
