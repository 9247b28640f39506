import { useCallback, type RefObject } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { FailureNotice } from '../../failures/FailureNotice.tsx'
import { countWord } from '../model/count-word.ts'
import type { OrderListState } from '../model/use-order-list.ts'
import type { OrdersView } from '../model/use-orders-view.ts'
import type { RowFocus, RowReach } from '../model/use-row-focus.ts'
import type { SelectionState } from '../model/use-selection.ts'
import { EmptyList } from './EmptyList.tsx'
import { ListFoot } from './ListFoot.tsx'
import { OrderTable } from './OrderTable.tsx'
import { PendingList } from './PendingList.tsx'
import type { RowActions } from './use-row-actions.ts'

interface Props {
  address: OrdersView
  list: OrderListState
  registers: readonly CashRegister[] | undefined
  selection: SelectionState
  focus: RowFocus
  reach: RefObject<RowReach | null>
  actions: RowActions
}

/** The rows, or what stands in their place. */
export function OrderList({ address: { view, go }, list, registers, selection, focus, reach, actions }: Props) {
  const { query, rows, answer } = list
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !query.isPlaceholderData
  const onEnd = useCallback(() => {
    if (canLoad) void fetchNextPage()
  }, [canLoad, fetchNextPage])

  if (answer === undefined)
    return query.error === null ? (
      <PendingList />
    ) : (
      <FailureNotice error={query.error} onRetry={() => void list.refresh()} />
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
        onLimit={(limit) => go({ limit }, { replace: true })}
      />
    </>
  )
}
