import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { cashRegistersQuery } from '../../api/cash-registers.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ActionDialogs } from './actions/ActionDialogs.tsx'
import { OpenOrder, usePreloadDialogs } from './actions/OpenOrder.tsx'
import { SelectionBar } from './actions/SelectionBar.tsx'
import { countWord } from './model/count-word.ts'
import classes from './OrdersPage.module.css'
import { OrderList } from './table/OrderList.tsx'
import { FreshnessLine } from './tools/FreshnessLine.tsx'
import { NewOrdersButton } from './tools/NewOrdersButton.tsx'
import { NoRegisterNotice } from './tools/NoRegisterNotice.tsx'
import { OrderTabs } from './tools/OrderTabs.tsx'
import { OtherCrmNotice } from './tools/OtherCrmNotice.tsx'
import { SearchBox } from './tools/SearchBox.tsx'
import { SummaryCard } from './tools/SummaryCard.tsx'
import { Toolbar } from './tools/Toolbar.tsx'
import { UnreadableOrders } from './tools/UnreadableOrders.tsx'
import { useHeaderHeight } from './use-header-height.ts'
import { useOrdersPage } from './use-orders-page.ts'

/** The day's work. What each part does is in `useOrdersPage`; here is where it stands. */
export function OrdersPage() {
  const { data: registers } = useQuery(cashRegistersQuery)
  const box = useRef<HTMLInputElement>(null)
  const { address, list, selection, focus, reach, openOrder, rowActions, sheet, ...actions } = useOrdersPage(box)
  const { view } = address
  const page = useRef<HTMLDivElement>(null)
  useHeaderHeight(page)
  usePreloadDialogs(list.answer !== undefined)

  return (
    <div ref={page} className={classes.page} data-fills>
      <PageTitle hidden>Замовлення</PageTitle>
      {registers?.items.length === 0 && <NoRegisterNotice />}
      <div className={classes.tabs}>
        <OrderTabs view={view} answer={list.answer} />
        <SummaryCard view={view} />
      </div>
      <Toolbar
        {...address}
        registers={registers?.items}
        searchBox={<SearchBox box={box} value={view.q ?? ''} onSearch={actions.find} onEnter={actions.enter} />}
        freshness={
          <FreshnessLine
            sync={list.answer?.sync}
            busy={list.query.isRefetching}
            onRefresh={() => void list.refresh()}
          />
        }
      />
      <OtherCrmNotice sync={list.answer?.sync} onDecided={() => void list.refresh()} />
      <UnreadableOrders unreadable={list.answer?.sync.unreadable} />
      <NewOrdersButton count={list.waiting} onShow={() => void list.refresh()} />
      <OrderList
        address={address}
        list={list}
        registers={registers?.items}
        selection={selection}
        focus={focus}
        reach={reach}
        actions={rowActions}
      />
      <SelectionBar
        selection={selection}
        available={view.hidden === true ? null : (list.answer?.counts[view.tab] ?? null)}
        availableWord={list.answer === undefined ? '' : countWord(list.answer, view.tab)}
        onCreate={actions.createChosen}
        onPrint={actions.printChosen}
        onHide={actions.hideChosen}
      />
      <ActionDialogs onBulkStarted={selection.clear} />
      <OpenOrder {...openOrder} />
      {sheet !== null && <sheet.List orders={sheet.orders} at={sheet.at} />}
    </div>
  )
}
