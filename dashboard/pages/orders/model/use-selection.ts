import { useCallback, useRef, useState } from 'react'
import type { Order } from '#/contract/orders.ts'
import { sentenceFor } from '../../../api/api-error.ts'
import { selectByFilter } from '../../../api/orders.ts'
import type { OrderView } from '../../../addresses/order-view.ts'
import { toast } from '../../../ui/toast.ts'
import { between, choose, chooseByFilter, noSelection, sumOf, type Selection } from './selection.ts'
import type { ShownOrder } from './use-order-list.ts'

export type SelectionState = ReturnType<typeof useSelection>

/** What is chosen, and the ways to choose. It outlives everything but another tab. */
export function useSelection(view: OrderView, rows: readonly ShownOrder[]) {
  const list = `${view.tab} ${view.hidden ?? false}`
  const [kept, setKept] = useState<{ list: string; selection: Selection; more: boolean }>(() => empty(list))
  if (kept.list !== list) setKept(empty(list))
  const { selection, more } = kept.list === list ? kept : empty(list)
  const anchor = useRef<string | null>(null)
  const [busy, setBusy] = useState(false)

  const put = useCallback(
    (change: (before: Selection) => Selection) =>
      setKept((before) => ({
        list,
        selection: change(before.list === list ? before.selection : noSelection),
        more: false,
      })),
    [list],
  )
  const page = rows.filter(({ outside }) => outside === null).map(({ order }) => order)
  const isWholePage = page.length > 0 && page.every(({ id }) => selection.totals.has(id))
  const byId = new Map(rows.map(({ id, order }) => [id, order.total]))

  /** With `extend` everything from the row chosen before up to this one. */
  const toggle = (order: Order, extend = false) => {
    const chosen = !selection.totals.has(order.id)
    const orders =
      extend && anchor.current !== null ? between(rows, anchor.current, order.id).map((row) => row.order) : [order]
    put((before) => choose(before, orders, extend || chosen))
    anchor.current = order.id
  }

  const takeAll = async () => {
    setBusy(true)
    try {
      const { limit: _limit, hidden: _hidden, ...filters } = view
      const found = await selectByFilter(filters)
      setKept({ list, selection: chooseByFilter(found, page), more: found.more })
    } catch (error) {
      toast(sentenceFor(error), 'danger')
    } finally {
      setBusy(false)
    }
  }

  return {
    ids: selection.totals,
    count: selection.totals.size,
    sum: sumOf(selection, (id) => byId.get(id)),
    /** There were more of them than can be taken at once. */
    more,
    busy,
    isWholePage,
    toggle,
    togglePage: () => put((before) => choose(before, page, !isWholePage)),
    takePage: () => put((before) => choose(before, page, true)),
    takeAll: () => void takeAll(),
    extendTo: (order: Order) => put((before) => choose(before, [order], true)),
    clear: () => put(() => noSelection),
  }
}

const empty = (list: string) => ({ list, selection: noSelection, more: false })
