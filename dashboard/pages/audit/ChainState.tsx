import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditVerdict } from '#/contract/audit.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { auditVerdictQuery } from '../../api/audit.ts'
import { statusQuery } from '../../api/status.ts'
import { alarmWords, type AuditAlarm } from '../../audit-alarm.ts'
import { formatClock } from '../../format.ts'
import { Notice } from '../../ui/Notice.tsx'
import classes from './AuditPage.module.css'

const numbers = new Intl.NumberFormat('uk-UA')

/** Whether anybody has tampered with the log. */
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
      <Notice tone="warn">
        Перевірити цілість журналу не&nbsp;вдалося. {sentenceFor(error)} {again}
      </Notice>
    )
  }
  if (data === undefined) return <p className="soft">Перевіряємо цілість журналу…</p>
  const alarm = status?.audit_alarm ?? null
  const checked = formatClock(new Date(dataUpdatedAt).toISOString())
  return (
    <Notice tone={data.ok && alarm === null ? 'good' : 'danger'}>
      <div className={classes.chain}>
        <span>
          {alarm !== null && `${alarmSentence(alarm)} `}
          {data.ok ? whole(data) : broken(data)} Перевірено о&nbsp;{checked}.
        </span>
        {again}
      </div>
    </Notice>
  )
}

/** What the banner above every page says; the check beside it may see less than the sealer, which stopped. */
function alarmSentence(alarm: AuditAlarm): string {
  const { what, since } = alarmWords(alarm)
  return `Нові записи не\u00a0запечатуються. ${what} ${since}`
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
