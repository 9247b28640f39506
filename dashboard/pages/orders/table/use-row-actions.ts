import { useEffect, useMemo, useRef } from 'react'
import type { Order } from '#/contract/orders.ts'

export interface RowActions {
  open: (id: string) => void
  choose: (order: Order, extend: boolean) => void
  /** In the list of hidden orders only. */
  restore: ((order: Order) => void) | null
  focused: (id: string) => void
}

/** The same functions for as long as the page is there, doing what is meant now: a row is drawn again only when something of its own changed. */
export function useRowActions(now: RowActions): RowActions {
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  const canRestore = now.restore !== null
  return useMemo(
    () => ({
      open: (id) => latest.current.open(id),
      choose: (order, extend) => latest.current.choose(order, extend),
      focused: (id) => latest.current.focused(id),
      restore: canRestore ? (order) => latest.current.restore?.(order) : null,
    }),
    [canRestore],
  )
}
