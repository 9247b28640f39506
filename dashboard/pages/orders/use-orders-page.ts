import { useRef, type RefObject } from 'react'
import type { Tab } from '#/contract/tabs.ts'
import { useHiding } from './actions/use-hiding.ts'
import { useOpenOrder } from './actions/use-open-order.ts'
import { useOrderKeys } from './actions/use-order-keys.ts'
import { useReceiptActions } from './actions/use-receipt-actions.ts'
import { useOrderList } from './model/use-order-list.ts'
import { useOrdersView } from './model/use-orders-view.ts'
import { useRowFocus, type RowReach } from './model/use-row-focus.ts'
import { useSelection } from './model/use-selection.ts'
import { usePrintedList } from './printing/use-printed-list.ts'
import { useRowActions } from './table/use-row-actions.ts'
import { useEnterSearch } from './tools/use-enter-search.ts'

/** State and actions of the orders page. */
export function useOrdersPage(box: RefObject<HTMLInputElement | null>) {
  const address = useOrdersView()
  const list = useOrderList(address.view)
  const selection = useSelection(address.view, list.rows)
  const reach = useRef<RowReach | null>(null)
  const focus = useRowFocus(list.rows, reach)
  const openOrder = useOpenOrder(address, list.rows, focus)
  const receipts = useReceiptActions()
  const hiding = useHiding(list.drop)
  const { sheet, print } = usePrintedList(address.view, list.rows)

  /** Of everything chosen, or of the row in focus when nothing is. */
  const createChosen = () => {
    const [only] = selection.ids.keys()
    const order = selection.count === 0 ? focus.row?.order : list.rows.find(({ id }) => id === only)?.order
    if (selection.count <= 1 && order !== undefined) receipts.create(order)
    else if (selection.count > 0) receipts.createMany(selection.ids.keys(), selection.sum)
  }
  const hide = async (ids: readonly string[]) => {
    if (!receipts.isAllowed('order.edit')) return
    const hidden = await hiding.hide(ids)
    if (hidden.length > 0) selection.clear()
  }
  const goTo = (tab: Tab) => {
    address.go({ tab, hidden: undefined })
    scrollTo({ top: 0 })
  }

  useOrderKeys({
    focus,
    selection,
    box,
    open: openOrder.open,
    create: createChosen,
    prepay: receipts.prepay,
    cancel: receipts.cancel,
    hide: ({ id }) => void hide([id]),
    refresh: () => void list.refresh(),
    goTo,
  })

  const rowActions = useRowActions({
    open: openOrder.open,
    choose: selection.toggle,
    restore: address.view.hidden === true ? hiding.restore : null,
    focused: focus.setId,
  })

  return {
    address,
    list,
    selection,
    focus,
    reach,
    openOrder,
    rowActions,
    sheet,
    createChosen,
    printChosen: () => print(selection.ids.keys()),
    hideChosen: () => void hide([...selection.ids.keys()]),
    find: (q: string) => address.go({ q: q === '' ? undefined : q }, { replace: true }),
    enter: useEnterSearch(address, openOrder.noteOpened, focus.focus),
  }
}
