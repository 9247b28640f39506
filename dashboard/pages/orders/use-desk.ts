import { useRef, type RefObject } from 'react'
import type { Tab } from '#/contract/tabs.ts'
import { useDoing } from './use-doing.ts'
import { useEnterSearch } from './use-enter-search.ts'
import { useHiding } from './use-hiding.ts'
import { useOpening } from './use-opening.ts'
import { useOrderKeys } from './use-order-keys.ts'
import { useOrderList } from './use-order-list.ts'
import { useOrdersView } from './use-orders-view.ts'
import { usePrintedRegister } from './use-printed-register.ts'
import { useRowActions } from './use-row-actions.ts'
import { useRowFocus, type RowReach } from './use-row-focus.ts'
import { useSelection } from './use-selection.ts'

export type Desk = ReturnType<typeof useDesk>

/** Everything on the desk together: the list, what is chosen, in focus and open, and the hands that work on it. */
export function useDesk(box: RefObject<HTMLInputElement | null>) {
  const place = useOrdersView()
  const list = useOrderList(place.view)
  const selection = useSelection(place.view, list.rows)
  const reach = useRef<RowReach | null>(null)
  const focus = useRowFocus(list.rows, reach)
  const opening = useOpening(place, list.rows, focus)
  const doing = useDoing(list.rows, selection, focus.row?.order)
  const hiding = useHiding(list.drop)
  const printing = usePrintedRegister(place.view, list.rows)

  const hide = async (ids: readonly string[]) => {
    if (!doing.allowed('order.edit')) return
    const hidden = await hiding.hide(ids)
    if (hidden.length > 0) selection.clear()
  }
  const goTo = (tab: Tab) => {
    place.go({ tab, hidden: undefined })
    scrollTo({ top: 0 })
  }

  useOrderKeys({
    focus,
    selection,
    box,
    open: opening.open,
    create: doing.createChosen,
    prepay: doing.prepay,
    cancel: doing.cancel,
    copyTtn: doing.copyTtn,
    hide: ({ id }) => void hide([id]),
    refresh: () => void list.refresh(),
    goTo,
  })

  const actions = useRowActions({
    open: opening.open,
    choose: selection.toggle,
    create: doing.create,
    cancel: doing.cancel,
    restore: place.view.hidden === true ? hiding.restore : null,
    focused: focus.setId,
  })

  return {
    place,
    list,
    selection,
    focus,
    reach,
    doing,
    opening,
    actions,
    sheet: printing.sheet,
    print: printing.print,
    hideChosen: () => void hide([...selection.ids.keys()]),
    find: (q: string) => place.go({ q: q === '' ? undefined : q }, { replace: true }),
    enter: useEnterSearch(place, opening.noteOpened, focus.focus),
  }
}
