import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { may } from '#/contract/permissions.ts'
import { payoutsQuery } from '../../api/money.ts'
import { useUser } from '../../api/user.ts'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorPage } from '../failures/ErrorPage.tsx'
import { DropHint } from './DropHint.tsx'
import { FileField } from './FileField.tsx'
import { MoneyFilters } from './MoneyFilters.tsx'
import { NoPayouts } from './NoPayouts.tsx'
import { PayoutsTable } from './PayoutsTable.tsx'
import { UploadButton } from './UploadButton.tsx'
import { UploadDialog } from './UploadDialog.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useUploads } from './use-uploads.ts'
import { WithdrawnPayouts } from './WithdrawnPayouts.tsx'

const route = getRouteApi('/signed-in/money')

/** Payout lists, the newest first, and the way for a new one to come in. */
export function MoneyPage() {
  const view = route.useSearch()
  const mayImport = may(useUser().role, 'money.import')
  const query = useInfiniteQuery(payoutsQuery(view))
  const { data, error, refetch } = query
  const uploads = useUploads()
  const field = useRef<HTMLInputElement>(null)
  const ask = () => field.current?.click()
  const isDropping = useFileDrop(mayImport ? uploads.add : null)
  const payouts = data?.pages.flatMap(({ items }) => items)
  const isFiltered = Object.keys(view).length > 0
  const isNew = payouts?.length === 0 && !isFiltered

  if (payouts === undefined && error !== null) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return (
    <div className="stack" data-wide aria-busy={payouts === undefined || undefined}>
      <PageTitle aside={mayImport && !isNew && <UploadButton onAsk={ask} />}>Перекази</PageTitle>
      {!isNew && <MoneyFilters view={view} />}
      {payouts === undefined && <Pending />}
      {isNew && <NoPayouts onAsk={mayImport ? ask : null} />}
      {payouts?.length === 0 && isFiltered && <p>Таких реєстрів немає. Змініть або скиньте фільтри.</p>}
      {payouts !== undefined && payouts.length > 0 && <PayoutsTable payouts={payouts} />}
      <MoreButton query={query} />
      {payouts !== undefined && <WithdrawnPayouts isFiltered={isFiltered} />}
      {mayImport && <FileField field={field} onFiles={uploads.add} />}
      {isDropping && <DropHint />}
      {uploads.isOpen && <UploadDialog {...uploads} />}
    </div>
  )
}

const Pending = () => (
  <>
    <p className="visually-hidden">Завантажуємо…</p>
    <Skeleton height={360} />
  </>
)
