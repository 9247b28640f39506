import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { may } from '#/contract/permissions.ts'
import { isRefusal } from '../../api/api-error.ts'
import { batchQuery, type Batch } from '../../api/receipts.ts'
import { formatLongDateTime } from '../../words/format.ts'
import { paths } from '../../addresses/paths.ts'
import { useUser } from '../../api/user.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ErrorPage } from '../failures/ErrorPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { batchTitle } from './batch-words.ts'
import { groupRows, retryable, toRows } from './batch-report.ts'
import { BulkDialog } from './BulkDialog.tsx'
import classes from './BulkPage.module.css'
import { BulkTotals } from './BulkTotals.tsx'
import { ReportGroup } from './ReportGroup.tsx'
import { useReportCsv } from './use-report-csv.ts'
import { useStopBatch } from './use-stop-batch.ts'

const route = getRouteApi('/signed-in/bulk/$id')

/** What became of every order of a bulk. The address may be sent to a colleague: it names the bulk and nobody in it. */
export function BulkPage() {
  const { id } = route.useParams()
  const { data: batch, error, refetch } = useQuery(batchQuery(id))
  if (batch !== undefined) return <Report key={id} batch={batch} />
  if (isRefusal(error, 'receipt.batch_not_found', 'request.invalid')) return <NoSuchBatch />
  if (error !== null) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return (
    <div className={`stack ${classes.page}`} aria-busy>
      <PageTitle>Масове створення чеків</PageTitle>
      <p className="visually-hidden">Завантажуємо звіт…</p>
      <Skeleton height={96} />
      <Skeleton height={160} />
    </div>
  )
}

function NoSuchBatch() {
  return (
    <div className={`stack ${classes.page}`}>
      <PageTitle>Такого масового створення немає</PageTitle>
      <p>Можливо, посилання скопійовано не повністю.</p>
    </div>
  )
}

function Report({ batch }: { batch: Batch }) {
  const rows = toRows(batch)
  return (
    <div className={`stack ${classes.page}`}>
      <PageTitle aside={<ReportButtons batch={batch} />}>Масове створення чеків</PageTitle>
      <p className="soft">
        <StartedBy batch={batch} />
        {' · '}
        <span className={classes.share}>
          Посилання на звіт <CopyButton value={location.href} what="посилання на звіт" />
        </span>
      </p>
      <p>
        <b>{batchTitle(batch)}</b>
      </p>
      <BulkTotals rows={rows} total={batch.total} />
      {groupRows(rows).map((group) => (
        <ReportGroup key={group.key} group={group} />
      ))}
    </div>
  )
}

function StartedBy({ batch: { created_at, created_by } }: { batch: Batch }) {
  const me = useUser()
  const who = created_by === null ? 'Касир' : created_by.id === me.id ? 'ви' : created_by.login
  return (
    <>
      Запуск: <b>{who}</b>, <time dateTime={created_at}>{formatLongDateTime(created_at)}</time>
    </>
  )
}

function ReportButtons({ batch }: { batch: Batch }) {
  const { role } = useUser()
  const navigate = useNavigate()
  const [retrying, setRetrying] = useState<readonly string[] | null>(null)
  const stop = useStopBatch(batch.id)
  const csv = useReportCsv(batch)
  const failed = retryable(toRows(batch))
  return (
    <div className={classes.buttons}>
      {!batch.finished && may(role, 'receipt.cancel') && (
        <Button variant="default" loading={stop.isPending} onClick={stop.run}>
          Зупинити решту
        </Button>
      )}
      <Button variant="default" loading={csv.isPending} onClick={csv.run}>
        Завантажити CSV
      </Button>
      {failed.length > 0 && may(role, 'receipt.create') && (
        <Button onClick={() => setRetrying(failed)}>Повторити невдалі ({failed.length})</Button>
      )}
      {retrying && (
        <BulkDialog
          ids={retrying}
          total={0}
          onStarted={(id) => {
            setRetrying(null)
            void navigate({ to: paths.bulk, params: { id } })
          }}
          onClose={() => setRetrying(null)}
        />
      )}
    </div>
  )
}
