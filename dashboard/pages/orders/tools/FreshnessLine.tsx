import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import type { SyncReport } from '#/contract/orders.ts'
import { capitalized, withoutFullStop } from '#/contract/sentences.ts'
import { formatAge, formatClock, formatDateTime, formatSince } from '../../../words/format.ts'
import { Button } from '../../../ui/Button.tsx'
import classes from './FreshnessLine.module.css'
import { useNow } from '../../../ui/use-now.ts'

interface Props {
  sync: SyncReport | undefined
  busy: boolean
  onRefresh: () => void
}

/** How fresh the list is. The list itself is always there, whatever the CRM does. */
export function FreshnessLine({ sync, busy, onRefresh }: Props) {
  const now = useNow()
  const isGood = sync === undefined || sync.state === 'ok' || sync.state === 'running'
  const Sign = sync === undefined ? IconRefresh : isGood ? IconCircleCheck : IconAlertTriangle
  return (
    <div className={classes.freshness} data-good={isGood || undefined}>
      <span className={classes.words}>
        <Sign size={16} aria-hidden />
        <span title={sync?.finished_at ? formatDateTime(sync.finished_at) : undefined}>
          {sync === undefined ? 'Завантажуємо замовлення…' : wordsFor(sync, now)}
        </span>
      </span>
      <output className="visually-hidden">{sync === undefined ? '' : announcedTrouble(sync)}</output>
      <Button
        variant="subtle"
        className={classes.refresh}
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabled={busy}
        aria-keyshortcuts="R"
        onClick={onRefresh}
      >
        {busy ? 'Оновлюємо…' : isGood ? 'Оновити' : 'Повторити'}
      </Button>
    </div>
  )
}

function wordsFor({ state, finished_at, problem, other_crm }: SyncReport, now: Date): string {
  if (state === 'ok')
    return finished_at === null ? 'Дані з CRM оновлено' : `Дані з CRM оновлено ${timeOf(finished_at, now)}`
  const shown =
    finished_at === null ? 'CRM ще не відповіла жодного разу' : `дані станом на\u00a0${formatSince(finished_at, now)}`
  if (state === 'running') return `CRM відповідає повільно, ${shown}`
  if (state === 'stale') return finished_at === null ? shown : `${isOld}, ${shown}`
  return `${other_crm === null ? whyFailed(problem) : isOther}, ${shown}`
}

/** A notice says the rest, and reads it out. */
const isOther = 'У\u00a0налаштуваннях інша CRM'
const isOld = 'Дані з CRM давно не оновлювалися'
const whyFailed = (problem: SyncReport['problem']): string =>
  problem === null ? 'CRM не відповідає' : withoutFullStop(capitalized(problem.detail))

/** What a screen reader reads out: a trouble, once. That all is well is only shown. */
function announcedTrouble({ state, problem, other_crm }: SyncReport): string {
  if (other_crm !== null) return ''
  if (state === 'failed') return whyFailed(problem)
  return state === 'stale' ? isOld : ''
}

/** «о 14:05» of today, else the date as well. */
const timeOf = (instant: string, now: Date): string =>
  formatDateTime(instant).slice(0, 10) === formatDateTime(now.toISOString()).slice(0, 10)
    ? `о\u00a0${formatClock(instant)}`
    : formatAge(instant, now)
