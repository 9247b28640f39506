import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { withdrawnPayoutsQuery } from '../../api/money.ts'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { FailureNotice } from '../failures/FailureNotice.tsx'
import classes from './MoneyPage.module.css'
import { WithdrawnTable } from './PayoutsTable.tsx'

/** Below the lists that count, for a person who looks for a withdrawn one. Nothing is shown while there is none. */
export function WithdrawnPayouts({ isFiltered }: { isFiltered: boolean }) {
  const isCameFor = useLocation({ select: ({ hash }) => hash === 'withdrawn' })
  const query = useInfiniteQuery(withdrawnPayoutsQuery)
  const { data, error, refetch } = query
  const payouts = data?.pages.flatMap(({ items }) => items)
  if (payouts === undefined)
    return error === null ? null : <FailureNotice error={error} onRetry={() => void refetch()} />
  if (payouts.length === 0) return null
  return (
    <details id="withdrawn" className={classes.withdrawn} open={isCameFor}>
      <summary>Вилучені реєстри</summary>
      <p className="soft">
        Вилучені людиною або замінені новим файлом. Жоден підсумок їх не враховує.
        {isFiltered && ' Фільтри на них не діють.'}
      </p>
      <WithdrawnTable payouts={payouts} />
      <MoreButton query={query} of="вилучені реєстри" />
    </details>
  )
}
