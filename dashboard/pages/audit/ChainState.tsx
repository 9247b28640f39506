import { useQuery } from '@tanstack/react-query'
import type { AuditVerdict } from '#/contract/audit.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { auditVerdictQuery } from '../../api/audit.ts'
import { statusQuery } from '../../api/status.ts'
import { alarmWords, type AuditAlarm } from './audit-alarm.ts'
import { formatClock } from '../../words/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

const numbers = new Intl.NumberFormat('uk-UA')

/** Whether the log was tampered with. */
export function ChainState() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(auditVerdictQuery)
  const { data: status } = useQuery(statusQuery)
  const again = (
    <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
      Перевірити ще раз
    </Button>
  )
  if (error !== null) {
    return (
      <Notice tone="warn" below={again}>
        Перевірити цілість журналу не&nbsp;вдалося. {sentenceFor(error)}
      </Notice>
    )
  }
  if (data === undefined) return <p className="soft">Перевіряємо цілість журналу…</p>
  const checked = formatClock(new Date(dataUpdatedAt).toISOString())
  return (
    <Notice tone={data.ok && !status?.audit_alarm ? 'good' : 'danger'} below={again}>
      {tell(data, status?.audit_alarm ?? null)} Перевірено о&nbsp;{checked}.
    </Notice>
  )
}

/** While the alarm of the banner stands, nothing here says that the log is whole, even if this check found nothing. */
function tell(verdict: AuditVerdict, alarm: AuditAlarm | null): string {
  if (!verdict.ok) return broken(verdict)
  if (alarm === null) return whole(verdict)
  const { what, since } = alarmWords(alarm)
  return `Журнал пошкоджено. ${what} ${since}`
}

function whole({ entries, sealed_to }: AuditVerdict): string {
  const fresh = entries - sealed_to
  const rest = fresh > 0 ? ` Новіші (${numbers.format(fresh)}) ще не\u00a0запечатано.` : ''
  return `Журнал цілий до\u00a0запису №\u00a0${numbers.format(sealed_to)}.${rest}`
}

function broken({ first_bad, sealed_to }: AuditVerdict): string {
  const place = first_bad?.seq === null || first_bad?.seq === undefined ? '' : ` на записі №\u00a0${first_bad.seq}`
  return `Журнал пошкоджено${place}: ${first_bad?.reason ?? ''}. Цілий він лише до\u00a0запису №\u00a0${numbers.format(sealed_to)}. Повідомте того, хто відповідає за безпеку.`
}
