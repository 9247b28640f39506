import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { cashRegistersQuery } from '../../api/cash-registers.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { countWord } from './count-word.ts'
import { FreshnessLine } from './FreshnessLine.tsx'
import { NewOrdersButton } from './NewOrdersButton.tsx'
import { NoRegisterNotice } from './NoRegisterNotice.tsx'
import { OpenOrder } from './OpenOrder.tsx'
import { OrdersList } from './OrdersList.tsx'
import classes from './OrdersPage.module.css'
import { OrderTabs } from './OrderTabs.tsx'
import { OrderTasks } from './OrderTasks.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { SummaryCard } from './SummaryCard.tsx'
import { Toolbar } from './Toolbar.tsx'
import { UnreadableOrders } from './UnreadableOrders.tsx'
import { useBringDialogs } from './use-bring-dialogs.ts'
import { useDesk } from './use-desk.ts'
import { useHeaderHeight } from './use-header-height.ts'

/** The day's work. What each part does is in `useDesk`; here is where it stands. */
export function OrdersPage() {
  const { data: registers } = useQuery(cashRegistersQuery)
  const box = useRef<HTMLInputElement>(null)
  const desk = useDesk(box)
  const { place, list, selection, doing, opening, sheet } = desk
  const { view } = place
  const page = useRef<HTMLDivElement>(null)
  useHeaderHeight(page)
  useBringDialogs(list.answer !== undefined)

  return (
    <div ref={page} className={classes.page} data-fills>
      <PageTitle hidden>Замовлення</PageTitle>
      {registers?.items.length === 0 && <NoRegisterNotice />}
      <div className={classes.tabs}>
        <OrderTabs view={view} answer={list.answer} />
        <SummaryCard view={view} />
      </div>
      <Toolbar
        {...place}
        registers={registers?.items}
        searchBox={<SearchBox box={box} value={view.q ?? ''} onSearch={desk.find} onEnter={desk.enter} />}
        freshness={
          <FreshnessLine
            sync={list.answer?.sync}
            busy={list.query.isRefetching}
            onRefresh={() => void list.refresh()}
          />
        }
      />
      <UnreadableOrders unreadable={list.answer?.sync.unreadable} />
      <NewOrdersButton count={list.waiting} onShow={() => void list.refresh()} />
      <OrdersList desk={desk} registers={registers?.items} />
      <SelectionBar
        selection={selection}
        available={view.hidden === true ? null : (list.answer?.counts[view.tab] ?? null)}
        availableWord={list.answer === undefined ? '' : countWord(list.answer, view.tab)}
        onCreate={doing.createChosen}
        onPrint={() => desk.print(selection.ids.keys())}
        onHide={desk.hideChosen}
      />
      <OrderTasks
        task={doing.task}
        onClose={() => doing.setTask(null)}
        onStarted={() => {
          doing.setTask(null)
          selection.clear()
        }}
      />
      <OpenOrder opening={opening} />
      {sheet !== null && <sheet.Register orders={sheet.orders} at={sheet.at} />}
    </div>
  )
}
