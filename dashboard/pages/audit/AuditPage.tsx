import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { auditQuery } from '../../api/audit.ts'
import type { AuditView } from '../../addresses/audit-view.ts'
import { isAuditAction } from './audit-words.ts'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ErrorPage } from '../failures/ErrorPage.tsx'
import { AuditEntry } from './AuditEntry.tsx'
import { AuditExport } from './AuditExport.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import classes from './AuditPage.module.css'
import { byDay } from './by-day.ts'
import { ChainState } from './ChainState.tsx'

const route = getRouteApi('/signed-in/audit')

export function AuditPage() {
  const view = known(route.useSearch())
  const query = useInfiniteQuery(auditQuery(view))
  const { data, error, refetch } = query
  const now = useNow()
  const entries = data?.pages.flatMap(({ items }) => items)

  if (entries === undefined && error !== null) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return (
    <div className="stack" data-wide>
      <PageTitle aside={<AuditExport view={view} />}>Журнал</PageTitle>
      <ChainState />
      <AuditFilters view={view} />
      {entries === undefined && <Skeleton height={400} />}
      {entries?.length === 0 && <p>Таких записів немає. Змініть або скиньте фільтри.</p>}
      {byDay(entries ?? [], now).map(({ day, title, entries: ofDay }) => (
        <section key={day} className={classes.day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className={classes.dayName}>
            {title}
          </h2>
          <ol className="sheet">
            {ofDay.map((entry) => (
              <AuditEntry key={entry.id} entry={entry} view={view} />
            ))}
          </ol>
        </section>
      ))}
      <MoreButton query={query} />
    </div>
  )
}

/** The server would refuse an unknown action; a link never leads to an error. */
function known({ action, ...view }: AuditView): AuditView {
  return action !== undefined && isAuditAction(action) ? { ...view, action } : view
}
