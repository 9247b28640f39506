import { useCallback, useRef, useState } from 'react'
import type { ShownOrder } from '../model/use-order-list.ts'
import type { OrdersView } from '../model/use-orders-view.ts'
import type { RowFocus } from '../model/use-row-focus.ts'

export type OpenOrderState = ReturnType<typeof useOpenOrder>

/** The order that is open over the list. It stands in the address, so «back» closes it and a link opens it. */
export function useOpenOrder({ search, go, back }: OrdersView, rows: readonly ShownOrder[], focus: RowFocus) {
  const id = search.order ?? null
  const [editing, setEditing] = useState<string | null>(null)
  const openedHere = useRef(false)
  const place = rows.findIndex((row) => row.id === id)

  const open = useCallback(
    (order: string, edit = false) => {
      setEditing(edit ? order : null)
      openedHere.current = true
      go({ order })
    },
    [go],
  )

  const close = () => {
    // A page that was opened by a link has nothing of ours to go back to.
    if (openedHere.current) back()
    else go({ order: undefined }, { replace: true })
    openedHere.current = false
    if (place !== -1 && focus.id !== id && id !== null) focus.focus(id)
  }

  return {
    id,
    editing: editing === id && id !== null,
    previous: rows[place - 1]?.id ?? null,
    next: place === -1 ? null : (rows[place + 1]?.id ?? null),
    open,
    /** The caller puts it into the address. */
    noteOpened: () => {
      setEditing(null)
      openedHere.current = true
    },
    close,
    /** To a neighbour: «back» still closes. */
    move: (order: string) => {
      setEditing(null)
      focus.setId(order)
      go({ order }, { replace: true })
    },
  }
}
