import { useCallback } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { countWord } from './count-word.ts'
import { EmptyList } from './EmptyList.tsx'
import { ListFoot } from './ListFoot.tsx'
import { OrderTable } from './OrderTable.tsx'
import classes from './OrdersPage.module.css'
import { PendingList } from './PendingList.tsx'
import type { Desk } from './use-desk.ts'

interface Props {
  desk: Desk
  registers: readonly CashRegister[] | undefined
}

/** The rows, or what stands in their place. */
export function OrdersList({ desk, registers }: Props) {
  const { list, place, selection, focus, reach, actions } = desk
  const { query, rows, answer } = list
  const { view } = place
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !query.isPlaceholderData
  const onEnd = useCallback(() => {
    if (canLoad) void fetchNextPage()
  }, [canLoad, fetchNextPage])

  if (answer === undefined)
    return query.error === null ? (
      <PendingList />
    ) : (
      <Notice
        tone="danger"
        below={
          <Button variant="subtle" className={classes.refresh} onClick={() => void list.refresh()}>
            Спробувати ще раз
          </Button>
        }
      >
        {sentenceFor(query.error)}
      </Notice>
    )
  if (rows.length === 0) return <EmptyList view={list.answeredView} answer={answer} />
  const total = view.hidden === true ? undefined : answer.counts[view.tab]
  const isCounted = total !== undefined && (total >= rows.length || answer.counted_in_part.includes(view.tab))
  return (
    <>
      <OrderTable
        key={view.tab}
        rows={rows}
        total={total ?? rows.length}
        busy={query.isPlaceholderData}
        registers={registers}
        selection={selection}
        focus={focus}
        reach={reach}
        actions={actions}
        onEnd={onEnd}
      />
      <ListFoot
        shown={rows.length}
        total={isCounted ? countWord(answer, view.tab) : undefined}
        limit={view.limit}
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        problem={isFetchNextPageError || query.isRefetchError ? query.error : null}
        onMore={() => void fetchNextPage()}
        onLimit={(limit) => place.go({ limit }, { replace: true })}
      />
    </>
  )
}
